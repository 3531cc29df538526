CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id text NOT NULL,
  PRIMARY KEY (consumer, event_id)
);
-- Without a unique key on purpose: what is done twice must show.
CREATE TABLE biz (event_id text NOT NULL);
