import { failureLines, type TestSuite, totalsOfSuites } from './test-lines';

/** The results as JUnit XML, which build servers read. */
export function junitText(suites: readonly TestSuite[]): string {
  const { passed, failed } = totalsOfSuites(suites);
  const counts = `tests="${passed + failed}" failures="${failed}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pipewright" ${counts}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines(suite: TestSuite): string[] {
  const { passed, failed } = totalsOfSuites([suite]);
  const name = escaped(suite.name);
  const cases = suite.results.flatMap((result) => {
    const opened = `    <testcase classname="${name}" name="${escaped(result.name)}"`;
    if (result.passed) return [`${opened}/>`];
    const lines = failureLines(result);
    return [
      `${opened}>`,
      `      <failure message="${escaped(lines[0] ?? '')}">${escaped(lines.join('\n'))}</failure>`,
      '    </testcase>',
    ];
  });
  return [
    `  <testsuite name="${name}" tests="${passed + failed}" failures="${failed}">`,
    ...cases,
    '  </testsuite>',
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML, without the characters that XML cannot contain. */
function escaped(text: string): string {
  const allowed = [...text].filter((character) => isAllowed(character.codePointAt(0) ?? 0)).join('');
  return allowed.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function isAllowed(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}
