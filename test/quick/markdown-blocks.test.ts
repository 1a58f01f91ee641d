import { describe, expect, test } from 'vitest'
import { html } from '../kit/markdown-realm'

const examples = (table: [content: string, expected: string][]) => {
  test.each(table)('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
}

describe('paragraphs, headings and rules', () => {
  examples([
    ['# Title', '<h1>Title</h1>'],
    ['###### Title', '<h6>Title</h6>'],
    ['##   Title ##', '<h2>Title</h2>'],
    ['# Title#', '<h1>Title</h1>'],
    ['text\n# *T*\nmore', '<p>text</p>\n<h1><em>T</em></h1>\n<p>more</p>'],
    ['#tag', '<p>#tag</p>'],
    ['####### seven', '<p>####### seven</p>'],
    ['---', '<hr>'],
    ['***', '<hr>'],
    ['___', '<hr>'],
    ['****', '<hr>'],
    ['- - -', '<hr>'],
    ['a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['--', '<p>--</p>'],
    ['a  \nb', '<p>a  <br>\nb</p>'],
    ['   a', '<p>a</p>'],
    ['a\n   b', '<p>a<br>\n   b</p>'],
  ])
})

describe('lists', () => {
  examples([
    ['* x\n* y', '<ul>\n<li>x</li>\n<li>y</li>\n</ul>'],
    ['* x\n- y\n+ z', '<ul>\n<li>x</li>\n<li>y</li>\n<li>z</li>\n</ul>'],
    ['* x\n  * y\n* z', '<ul>\n<li>x<ul>\n<li>y</li>\n</ul>\n</li>\n<li>z</li>\n</ul>'],
    [
      '* x\n  * y\n    * z\n  * w',
      '<ul>\n<li>x<ul>\n<li>y<ul>\n<li>z</li>\n</ul>\n</li>\n<li>w</li>\n</ul>\n</li>\n</ul>',
    ],
    ['* x\n\n* y', '<ul>\n<li>\n<p>x</p>\n</li>\n<li>\n<p>y</p>\n</li>\n</ul>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['3. a\n3. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['2. a\n9. b', '<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['1. a\n  3. b', '<ol>\n<li>a<ol start="3">\n<li>b</li>\n</ol>\n</li>\n</ol>'],
    ['* a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
    ['text\n* x', '<p>text</p>\n<ul>\n<li>x</li>\n</ul>'],
    ['text\n3. x', '<p>text</p>\n<ol start="3">\n<li>x</li>\n</ol>'],
    ['text\n12. a', '<p>text<br>\n12. a</p>'],
    ['12. a', '<ol start="12">\n<li>a</li>\n</ol>'],
    ['* a\n  more', '<ul>\n<li>a<br>\n  more</li>\n</ul>'],
    ['* a\n\n  para', '<ul>\n<li>\n<p>a</p>\n<p>para</p>\n</li>\n</ul>'],
    ['1. a\n\n1. b\nplain', '<ol>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b<br>\nplain</p>\n</li>\n</ol>'],
    [
      '1. a\n```\nx\n```\n2. b',
      '<ol>\n<li>a</li>\n</ol>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n' +
        '<ol start="2">\n<li>b</li>\n</ol>',
    ],
    ['    * x', '<div class="codehilite"><pre><span></span><code>* x\n</code></pre></div>'],
    ['```\n* x\n```', '<div class="codehilite"><pre><span></span><code>* x\n</code></pre></div>'],
    ['* a\n\ntext', '<ul>\n<li>a</li>\n</ul>\n<p>text</p>'],
    ['* a\n# T', '<ul>\n<li>a</li>\n</ul>\n<h1>T</h1>'],
    ['*a', '<p>*a</p>'],
    ['-', '<p>-</p>'],
    ['* **b** `c`', '<ul>\n<li><strong>b</strong> <code>c</code></li>\n</ul>'],
  ])
})

describe('quotes', () => {
  examples([
    ['> q\n> r', '<blockquote>\n<p>q<br>\nr</p>\n</blockquote>'],
    ['> q\nlazy', '<blockquote>\n<p>q<br>\nlazy</p>\n</blockquote>'],
    ['> a\n\n> b', '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['> a\n> > b', '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>'],
    ['>', '<p>&gt;</p>'],
    ['>\n>\nx', '<blockquote>\n<p>x</p>\n</blockquote>'],
    ['x\n> q', '<p>x</p>\n<blockquote>\n<p>q</p>\n</blockquote>'],
    ['> * a\n> # T', '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n<h1>T</h1>\n</blockquote>'],
    ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['```quote\nhi **b**\n```\nafter', '<blockquote>\n<p>hi <strong>b</strong></p>\n</blockquote>\n<p>after</p>'],
    ['~~~ QUOTED\n* a\n\n# T\n~~~', '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n<h1>T</h1>\n</blockquote>'],
    [
      '````quote\n```quote\na\n```\nb\n````',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
  ])
})

describe('tables', () => {
  const head = '<table>\n<thead>\n<tr>\n'
  examples([
    [
      'a | b\n--- | :-:\n1 | *2*',
      `${head}<th>a</th>\n<th align="center">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n` +
        '<td align="center"><em>2</em></td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      '| a | b |\n| :-- | --: |\n| `x|y` | 2 | 3 |\n| 1 \\| 2 |',
      `${head}<th align="left">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n` +
        '<tr>\n<td align="left"><code>x|y</code></td>\n<td align="right">2</td>\n</tr>\n' +
        '<tr>\n<td align="left">1 \\| 2</td>\n<td align="right"></td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a|b\n-|-',
      `${head}<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>`,
    ],
    [
      '# T\na\n```\nx\n```\na|b\n-|-',
      '<h1>T</h1>\n<p>a</p>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n' +
        `${head}<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>`,
    ],
    ['text\na|b\n-|-\n1|2', '<p>text<br>\na|b<br>\n-|-<br>\n1|2</p>'],
    ['a|b\n1|2', '<p>a|b<br>\n1|2</p>'],
    ['a|b|c\n-|-', '<p>a|b|c<br>\n-|-</p>'],
  ])
})
