import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from '../../../../src/cards/formats/clean.ts';
import { fromHtml } from '../../../../src/cards/formats/from-html.ts';
import { toHtml } from '../../../../src/cards/formats/to-html.ts';
import { text } from './arbitrary.ts';

const plain = (html: string) => cleanText(fromHtml(html).text);

describe('a card’s text as HTML', () => {
  test('genanki#77, #105: angle brackets and ampersands are escaped, and do not vanish', () => {
    expect(toHtml('`#include <bits/stdc++.h>` and a<=b && "c"')).toBe(
      '<code>#include &lt;bits/stdc++.h&gt;</code> and a&lt;=b &amp;&amp; &quot;c&quot;',
    );
  });

  test('the little markup becomes elements, lines become <br>, fenced code <pre>', () => {
    expect(toHtml('*a* **b**\n\n```sql\nSELECT 1\n  < 2;\n```\nc')).toBe(
      '<em>a</em> <strong>b</strong><br><br><pre><code class="language-sql">SELECT 1\n  &lt; 2;\n</code></pre>c',
    );
  });

  test('spaces that HTML would swallow are numbers', () => {
    expect(toHtml('a  b `  c`')).toBe('a &#32;b <code>&#32;&#32;c</code>');
  });

  test('reading it gives every text again', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(fromHtml(toHtml(any))).toEqual({ text: any, dropped: [] });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('HTML from elsewhere as text', () => {
  test.each([
    ['blocks are lines', 'a<div>b</div><div><br></div><div>c&nbsp;d</div>', 'a\nb\n\nc d'],
    ['paragraphs stand apart', '<p>a</p>\n<p>b\n c</p>', 'a\n\nb c'],
    ['lists have dashes', 'x<ul><li>a</li><li>b</li></ul>y', 'x\n\n- a\n- b\n\ny'],
    [
      'a table has a line for each row',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      'a | b\nc',
    ],
    ['marks are kept where they can be read again', '<b>a</b> <i>b</i> <code>c</code>', '**a** *b* `c`'],
    ['and dropped where they cannot', 'x<i>y</i>z <b>a*b</b>', 'xyz a*b'],
    [
      'code over several lines is fenced',
      '<pre class="language-js">\nlet x;\nlet y;</pre>',
      '```js\nlet x;\nlet y;\n```',
    ],
    ['a fence inside code is indented', '<pre>a\n```\nb</pre>', '```\na\n ```\nb\n```'],
    [
      'a link keeps its address',
      '<a href="https://example.org/?a=1&amp;b=2">here</a>',
      'here (https://example.org/?a=1&b=2)',
    ],
    ['but not one that runs code', '<a href="javascript:alert(1)">here</a>', 'here'],
    [
      'what is no tag of HTML is text',
      'vector<int> x; #include <bits/stdc++.h>',
      'vector<int> x; #include <bits/stdc++.h>',
    ],
    ['a lone bracket is text', 'a < b and c > d', 'a < b and c > d'],
    ['a comment is nothing', 'a<!-- b > c -->d', 'ad'],
    ['an unknown entity stays', '&zzz; &#xD800; &#0; &copy;', '&zzz; \uFFFD \uFFFD ©'],
    ['raised and lowered', '2<sup>10</sup> H<sub>2</sub>O', '2^10 H_2O'],
  ])('%s', (_, html, expected) => {
    expect(plain(html)).toBe(expected);
  });

  test('scripts, frames and pictures are dropped and named; handlers of events are nothing', () => {
    expect(
      fromHtml(
        'a<script>alert(1)</script><img src=x onerror="alert(2)" alt="a tree"><iframe src="//evil"></iframe>' +
          '<svg><script>1</script></svg><span onclick="x()">b</span><style>c{}</style>',
      ),
    ).toEqual({ text: 'a[picture: a tree]b', dropped: ['a script', 'a picture', 'a frame', 'a drawing'] });
  });

  test('a script without an end swallows the rest, a sound or a drawing does not', () => {
    expect(fromHtml('a<script>b<p>c').text).toBe('a');
    expect(fromHtml('a<audio src="x.mp3"/>b<svg/>c').text).toBe('abc');
  });

  test('no HTML throws, and none takes long', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<',
            '>',
            '"',
            "'",
            '<a ',
            '<b>',
            '</b>',
            '<pre>',
            '</pre>',
            '<!--',
            '&',
            ';',
            'x',
            ' ',
            '\n',
          ),
          { maxLength: 60 },
        ),
        (parts) => {
          fromHtml(parts.join(''));
        },
      ),
      { numRuns: 1000 },
    );
    // 100,000 characters, each tag with a quote that never ends.
    fromHtml(`${'<a "'.repeat(25_000)}>`);
    fromHtml(`${'<pre><i>'.repeat(12_500)}>`);
  });
});
