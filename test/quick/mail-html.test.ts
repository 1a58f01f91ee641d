/** What becomes of the HTML of mails. */
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { markdownOfHtml } from '../../src/incoming-mail/html'
import { processorMs } from './processor-time.ts'

const markdown = (html: string): string => markdownOfHtml(html, (address) => (address === 'cid:tide' ? '(tide)' : ''))

test.each([
  ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
  ['<div>One</div><div>Two</div>', 'One\nTwo'],
  ['a &lt;b&gt; &amp;amp; caf&eacute; &#x41;&#66;', 'a <b> &amp; café AB'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['one\n  two\tthree', 'one two three'],
  ['a<b> bold </b>b <i>italic</i> <code>x</code> <em></em>', 'a **bold** b *italic* `x`'],
  ['<b><div>Two</div><div>lines</div></b>', 'Two\nlines'],
  ['<b>never closed<p>Next', 'never closed\n\nNext'],
  ['<i>one <b>two</i> three</b>', '*one two* three'],
  ['<h2>Title</h2>Text', '**Title**\n\nText'],
  ['<a href="https://example.com/a(b)">here</a>', '[here](https://example.com/a%28b%29)'],
  ["<a href='https://example.com/?a=1&amp;b=2'>here</a>", '[here](https://example.com/?a=1&b=2)'],
  ['<a href=https://example.com/a>here</a>', '[here](https://example.com/a)'],
  ['<a href="https://example.com/">https://example.com/</a>', 'https://example.com/'],
  ['<a href="https://evil.example/">https://bank.example/</a>', 'https://bank.example/ (https://evil.example/)'],
  ['<a href="javascript:alert(1)">click</a> <a href="mailto:a@b.example">mail</a> <a>none</a>', 'click mail none'],
  ['<a href="https://example.com">[x](y)</a>', '[x](y) (https://example.com/)'],
  ['<img src="cid:tide" alt="x"><img src="https://spy.example/1.gif"><IMG SRC=cid:tide>', '(tide)(tide)'],
  ['<ul><li>one<li>two<ol><li>a</li><li>b</li></ol></ul>After', '* one\n* two\n  1. a\n  2. b\n\nAfter'],
  ['<pre>a\n  b</pre>c', '```\na\n  b\n```\nc'],
  ['<blockquote>One<blockquote>Two</blockquote></blockquote>Three', '> One\n>\n> > Two\n\nThree'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>', 'a b\n**c**'],
  ['<style>p { a: "<" }</style><script>if (a<b) "</p>"</script><title>T</title>Text', 'Text'],
  ['<!-- a <b>x</b> --><!doctype html><?xml a?><![if !mso]>Text<![endif]>', 'Text'],
  ['<!--[if mso]><p>Outlook</p><![endif]-->Text', 'Text'],
  ['<div style="color:red;DISPLAY : none">a<div>b</div>c</div>d', 'd'],
  ['<p style="display:none">a<p>b', 'b'],
  ['<span style="font-size:0">a</span><span style="font-size:0.9em">b</span>', 'b'],
  ['<a title="a > b" href="https://example.com">c</a>', '[c](https://example.com/)'],
  ['<p title="never closed>One</p><p>Two', 'One\n\nTwo'],
  ["<p title=it's>One</p>", 'One'],
  ['<x-y>One</x-y><o:p>&nbsp;</o:p>', 'One'],
  ['<ada@example.com> wrote', '<ada@example.com> wrote'],
  ['Preview&zwnj;&#847;&shy;\u200B', 'Preview\u200C'],
  ['', ''],
])('%s', (html, expected) => {
  expect(markdown(html)).toBe(expected)
})

test('whatever it is, it becomes text of a bounded length', () => {
  const piece = constantFrom(
    ...'<b> </b> <a href="https://a.example"> </a> <ul> <li> </ul> <pre> </pre> <blockquote> </blockquote> <p'.split(
      ' ',
    ),
    ...' style="display:none"> <!-- --> <script> </script> " \' > < & &amp; x <br> <td> <img src=cid:tide> </i> <i>'.split(
      ' ',
    ),
  )
  assert(
    property(array(oneof(piece, string({ unit: 'binary' })), { maxLength: 200 }), (pieces) => {
      expect(markdown(pieces.join(' ')).length).toBeLessThan(60_000)
    }),
  )
})

test.each([
  '<b>',
  '<b></i>',
  '<blockquote><div>',
  '<ul><li>',
  '<a "',
  '<a \'"',
  '<',
  '<!--',
  '<!',
  '</p>',
  '<pre></pre>',
  '<p style="display:none">',
  '<img src="cid:x">',
  '<a style=    ',
  '<script>',
  '&#x41;',
])('the most HTML that is read takes no time worth speaking of: %j', (piece) => {
  expect(processorMs(() => markdown(piece.repeat(1_000_000 / piece.length)))).toBeLessThan(5000)
})
