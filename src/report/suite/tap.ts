import { escapedJson } from '../escaped-json.js';
import type { Wording } from '../wording/wording.js';
import type { SuiteReporter } from './reporter.js';

/** TAP version 14 (https://testanything.org/tap-version-14-specification.html); what is wrong stands in YAML blocks. */
export function tapReporter({ suite }: Wording): SuiteReporter {
  let number = 0;
  return {
    begin: (planned) => `TAP version 14\n1..${planned}\n`,
    see: ({ name, file, status, findings }) => {
      number++;
      if (status === 'passed') return `ok ${number} - ${escaped(name)}\n`;
      const told = findings.map(({ code, line, text }) => ({ code, line, text }));
      // JSON is YAML, and what it escapes cannot end the block.
      return [
        `not ok ${number} - ${escaped(name)}`,
        '  ---',
        `  message: ${escapedJson(suite.status[status])}`,
        `  severity: ${status === 'inconclusive' ? 'todo' : 'fail'}`,
        `  at: ${escapedJson({ file, line: findings[0]?.line ?? null })}`,
        `  findings: ${escapedJson(told)}`,
        '  ...',
        '',
      ].join('\n');
    },
    end: ({ endedBy, notRun, obsolete }) => {
      const comments = obsolete.map((name) => `# ${escaped(name)}: ${suite.isObsolete}\n`).join('');
      return endedBy ? `${comments}Bail out! ${suite.notRun[endedBy](notRun.length)}\n` : comments;
    },
  };
}

/** A `#` would begin a directive, and a backslash escapes. */
function escaped(name: string): string {
  return escapedJson(name).slice(1, -1).replaceAll('\\"', '"').replaceAll('#', '\\#');
}
