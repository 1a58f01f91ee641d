import { withoutReferences } from './references'

/** What stands in plain text for hidden text, which is not shown before the reader asks for it. */
const spoiler = '…'

/** Elements whose text is left out: what a reader first has to open, and what is there for machines. */
const leftOut = [
  '.spoiler-content',
  '.katex-html',
  '.katex-mathml annotation',
  '.message_embed',
  '.message_inline_image',
]

/** Elements that begin and end a line. */
const blocks = 'p, li, blockquote, pre, h1, h2, h3, h4, h5, h6, tr, div, br'

/** The text of a message's HTML, as one reads it, with a line for each block; at most about this many characters are read. */
export async function plainText(html: string, maxCharacters: number): Promise<string> {
  let text = ''
  let hiddenDepth = 0
  const rewriter = new HTMLRewriter()
    .on(leftOut.join(', '), {
      element(element) {
        hiddenDepth += 1
        element.onEndTag(() => void (hiddenDepth -= 1))
        if (element.getAttribute('class')?.includes('spoiler-content')) text += ` ${spoiler}`
      },
    })
    .on(blocks, {
      element(element) {
        if (hiddenDepth > 0) return
        text += '\n'
        if (element.tagName !== 'br') element.onEndTag(() => void (text += '\n'))
      },
    })
    .on('img', {
      element(element) {
        if (hiddenDepth === 0) text += element.getAttribute('alt') ?? ''
      },
    })
    .onDocument({
      text(chunk) {
        if (hiddenDepth === 0 && text.length < maxCharacters) text += chunk.text
      },
    })
  await rewriter.transform(new Response(html)).text()
  return withoutReferences(text)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
    .slice(0, maxCharacters)
}
