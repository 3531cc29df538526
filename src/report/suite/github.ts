import { visibleLines } from '../text/visible.js';
import type { Wording } from '../wording/wording.js';
import type { SuiteReporter } from './reporter.js';

/**
 * Annotations of GitHub Actions: workflow commands that mark the line of the scenario in the change
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
 */
export function githubReporter({ suite }: Wording): SuiteReporter {
  return {
    begin: () => '',
    see: ({ name, file, status, findings }) =>
      status === 'passed'
        ? ''
        : findings
            .map(({ line, text }) => {
              const title = `${name}: ${suite.status[status]}`;
              return command('error', { file, line: line === null ? null : String(line), title }, text);
            })
            .join(''),
    end: ({ obsolete, pruned, endedBy, notRun }) => {
      const warnings = pruned ? [] : obsolete.map((file) => command('warning', { file }, suite.isObsolete));
      return [...warnings, ...(endedBy ? [command('warning', {}, suite.notRun[endedBy](notRun.length))] : [])].join('');
    },
  };
}

function command(kind: 'error' | 'warning', properties: Readonly<Record<string, string | null>>, text: string): string {
  const parts = Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${kind}${parts.length > 0 ? ` ${parts.join(',')}` : ''}::${escaped(text)}\n`;
}

function escaped(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}
