import { oldestVersion } from '../../postgres/server/unavailable.js';
import type { ServerWording } from './server.js';

export const server: ServerWording = {
  url: 'URL в --postgres',
  problems: {
    'bad-url': 'это не URL сервера; он выглядит так: postgres://user:password@host:5432/database',
    'no-host': 'такого хоста нет',
    refused: 'там никто не слушает; сервер запущен?',
    timeout: 'сервер не отвечает',
    unreachable: 'до сервера нет пути по сети',
    password: 'сервер не принимает пароль или пользователя из URL',
    'not-allowed': 'сервер не пускает отсюда пользователя из URL (pg_hba.conf)',
    'no-database': 'такой базы данных нет',
    'tls-required': 'сервер требует TLS; добавьте к URL ?sslmode=require',
    'no-tls': 'URL требует TLS, а сервер его не предлагает; уберите sslmode или напишите sslmode=disable',
    certificate: 'сертификату сервера нельзя доверять; см. sslmode и sslrootcert',
    connections: 'свободных соединений нет; прогону нужно по одному на сеанс и ещё одно',
    starting: 'сервер запускается или останавливается',
    'too-old': `сервер слишком старый; нужен PostgreSQL ${oldestVersion} или новее`,
    'read-only': 'сервер — реплика, с неё можно только читать',
    'no-right': 'пользователь из URL не может создавать схемы в этой базе (GRANT CREATE ON DATABASE)',
    gone: 'соединение с сервером потеряно',
    other: 'этот сервер использовать нельзя',
  },
};
