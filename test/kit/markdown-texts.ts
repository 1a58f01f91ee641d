import * as fc from 'fast-check'

/** Pieces of Markdown, to be joined in any order. */
const pieces =
  '*|**|***|_|~~|~~~|`|``|```|````|\n|\n\n|    |  |> |* |1. |12. |# |---|¦|¦ |¦-¦-¦\n|[|]|(|)|](|![|<|>|"|\'|&|&lt;|&#60;|&quot;|\\|:|' +
  '@|@_|@**Ada Park**|@_**Bo Li**|@**¦9**|@**all**|@**Nobody**|@*ops*|#**garden**|#**garden>x**|:smile:|:party_blob:|:zork:|' +
  '😀|👍🏽|:)|<3|http://x.com/|http://x.com/a.png|foo.com|a@b.co|javascript:alert(1)|JAVASCRIPT:|data:text/html,|vbscript:|' +
  '[x](http://x.com "t")|[x](http://x.com \'" onclick="x\')|[x" onload="x](http://x.com/b.png)|[x](javascript:alert(1))|[x](/a.png)|//e.com|https://chat.example.com/|/user_uploads/1/a.png|' +
  '<script>|</script>|<img src=x |onerror=alert(1)|onclick="x"| style=x|<a href="javascript:x">|&#106;avascript:|<!--|]]>|' +
  '<svg/onload=x>|</p>|</span>|```quote\n|```spoiler |```math\n|```py\n|```js\n|```html\n|```\n|~~~\n|$$|$$x$$|$$\\frac{a}{b}$$|' +
  '$$\\href{javascript:x}{y}$$|$$\\color{red}x$$|$$\\text{<b>}$$|<time:2022-03-01>|<time:x>|BUG-12|BUG-|/me |\t|\0|é|\u202e|'

/** Texts of a hostile or clumsy writer. */
export const markdownish = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...pieces.split('|').map((piece) => piece.replaceAll('¦', '|'))) },
      { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

/** Texts of that kind, repeated until they are as long as a message may be. */
export const longMarkdownish = fc
  .tuple(fc.array(markdownish, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '\n', ' ', '\n\n', '\n> '))
  .map(([parts, glue]) => {
    const once = parts.join(glue) || 'x'
    return (once + glue).repeat(Math.ceil(10_000 / (once.length + glue.length))).slice(0, 10_000)
  })
