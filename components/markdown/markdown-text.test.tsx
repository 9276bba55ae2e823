// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MarkdownText } from './markdown-text';

afterEach(cleanup);

const html = (text: string) =>
  render(<MarkdownText text={text} />)
    .container.innerHTML.replaceAll(' class="nodrag nopan"', '')
    .replaceAll(' target="_blank" rel="noopener noreferrer"', '');

describe('Markdown', () => {
  it.each([
    ['a **bold** word', 'a <b>bold</b> word'],
    ['*one* and _two_', '<i>one</i> and <i>two</i>'],
    ['**bold with `code`**', '<b>bold with <code>code</code></b>'],
    ['`**as it is**`', '<code>**as it is**</code>'],
    ['see [the *docs*](https://docs.test/a)', 'see <a href="https://docs.test/a">the <i>docs</i></a>'],
    ['[write](mailto:me@docs.test)', '<a href="mailto:me@docs.test">write</a>'],
    ['first\n- one\n- **two**\nlast', 'first<ul><li>one</li><li><b>two</b></li></ul>last'],
    ['# Title *one*\n## Two\ntext', '<b data-level="1">Title <i>one</i></b><b data-level="2">Two</b>text'],
    ['a\n```json\n{ "b": **1** }\n\n# c\n```\nd', 'a<pre>{ "b": **1** }\n\n# c</pre>d'],
    [
      '| a | b |\n| - | --: |\n| *1* | 2 |\nend',
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><i>1</i></td><td>2</td></tr></tbody></table>end',
    ],
    ['3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
  ])('renders the markup of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    'two lines\nof text',
    'my_step_id and 2 * 3 * 4',
    '**never closed',
    '`never closed',
    '-no list',
    '#no heading',
    '```\nnever closed',
    '[scripts](javascript:alert)',
    '[data](data:text/html,x)',
    '[no scheme](//docs.test)',
    '<b>no HTML</b>',
  ])('shows %j as written', (text) => {
    const { container } = render(<MarkdownText text={text} />);
    expect(container.textContent).toBe(text);
    expect(container.children).toHaveLength(0);
  });
});
