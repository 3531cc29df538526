import type { Language } from '../model/text.js';
import { defaultReporter } from '../report/suite/default.js';
import { githubReporter } from '../report/suite/github.js';
import { jsonReporter } from '../report/suite/json.js';
import { junitReporter } from '../report/suite/junit.js';
import type { SuiteReporter } from '../report/suite/reporter.js';
import { tapReporter } from '../report/suite/tap.js';
import { wordings } from '../report/wording/wordings.js';
import type { ReporterTarget } from './commands/test-flags.js';
import { fileOutput, type Output, standardOutput } from './output.js';
import { surfaceOf } from './terminal.js';

/** Reporters that each write to a place of their own, as one. */
export interface SuiteOutputs extends SuiteReporter {
  /** Everything has been put. @throws UsageError where it could not be written. */
  finish(): Promise<void>;
  abandon(): void;
}

/** Opens what the reporters write to, which must be none of `inputs`. @throws UsageError where that is not possible. */
export function suiteOutputs(
  targets: readonly ReporterTarget[],
  inputs: readonly string[],
  lang: Language,
): SuiteOutputs {
  const standard = standardOutput(process.stdout);
  const opened: Output[] = [standard];
  const pairs = targets.map((target): [SuiteReporter, Output] => {
    const output = target.file === null ? standard : fileOutput(target.file, inputs);
    opened.push(output);
    return [reporterOf(target, lang), output];
  });
  const tell = (of: (reporter: SuiteReporter) => string) => {
    for (const [reporter, output] of pairs) {
      const text = of(reporter);
      if (text !== '') output.put(text);
    }
    return '';
  };
  return {
    begin: (planned) => tell((reporter) => reporter.begin(planned)),
    see: (result) => tell((reporter) => reporter.see(result)),
    end: (summary) => tell((reporter) => reporter.end(summary)),
    finish: async () => {
      for (const output of new Set(opened)) await output.finish();
    },
    abandon: () => {
      for (const output of opened) output.abandon();
    },
  };
}

function reporterOf({ reporter, file }: ReporterTarget, lang: Language): SuiteReporter {
  const wording = wordings[lang];
  switch (reporter) {
    case 'default':
      return defaultReporter(wording, {
        ...surfaceOf(process.stdout, process.env, file !== null),
        wraps: process.stdout.isTTY === true && file === null,
      });
    case 'junit':
      return junitReporter(wording);
    case 'tap':
      return tapReporter(wording);
    case 'github':
      return githubReporter(wording);
    case 'json':
      return jsonReporter();
  }
}
