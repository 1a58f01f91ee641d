import { fieldsOf, numberOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { codeSpan, inlineMarkdown, type Run, type Style } from './inline.ts'
import { channelPiece, datePiece, wildcardMention, groupPiece, linkPiece, userPiece, type Names } from './names.ts'
import { Page } from './page.ts'

/** Markdown of a block `rich_text`: what somebody wrote in Slack's editor. */
export function markdownOfRichText(block: Fields, names: Names): string {
  const page = new Page()
  for (const part of rowsOf(block['elements'])) addPart(page, part, names)
  return page.markdown
}

function addPart(page: Page, part: Fields, names: Names): void {
  const elements = rowsOf(part['elements'])
  switch (part['type']) {
    case 'rich_text_list':
      addList(page, part, names)
      break
    case 'rich_text_preformatted': {
      const code = elements.map((one) => textOf(one['text']) || textOf(one['url'])).join('')
      const language = /^[a-z0-9+#-]{1,30}$/i.exec(textOf(part['language']))?.[0] ?? ''
      if (code.trim() !== '') page.code(code, { isQuoted: isBordered(part), language })
      break
    }
    case 'rich_text_quote': {
      const quoted = inline(elements, names).trim()
      if (quoted !== '') page.quote(quoted)
      break
    }
    default:
      // Sections end with the line.
      page.text(inline(elements, names).replace(/\n$/, ''))
  }
}

/** Whether a list or code is shown in a quote. */
const isBordered = ({ border }: Fields): boolean => border === 1

function addList(page: Page, list: Fields, names: Names): void {
  const level = numberOf(list['indent']) ?? 0
  const first = Math.min(Math.max(Math.trunc(numberOf(list['offset']) ?? 0), 0), 1_000_000) + 1
  for (const [index, item] of rowsOf(list['elements']).entries()) {
    const number = list['style'] === 'ordered' ? first + index : null
    const text = inline(rowsOf(item['elements']), names)
    if (isBordered(list))
      page.quote(`${'  '.repeat(Math.min(level, 5))}${number === null ? '-' : `${number}.`} ${text}`)
    else page.item(text, { level, number })
  }
}

const inline = (elements: readonly Fields[], names: Names): string =>
  inlineMarkdown(elements.map((element) => runOf(element, names)))

const styleNames: readonly Style[] = ['bold', 'italic', 'strike']

function runOf(element: Fields, names: Names): Run {
  const style = fieldsOf(element['style'])
  const styles = new Set(styleNames.filter((name) => style[name] === true))
  const text = textOf(element['text'])
  const piece = (): Pick<Run, 'text' | 'kind'> => {
    switch (element['type']) {
      case 'link':
        return linkPiece(textOf(element['url']), text.trim() || null)
      case 'user':
        return userPiece(names, textOf(element['user_id']), null)
      case 'channel':
        return channelPiece(names, textOf(element['channel_id']), null)
      case 'usergroup':
        return groupPiece(textOf(element['usergroup_id']), null)
      case 'broadcast':
        return wildcardMention
      case 'emoji':
        return { text: names.emoji.inText(textOf(element['name'])), kind: 'whole' }
      case 'color':
        return { text: textOf(element['value']), kind: 'whole' }
      case 'date':
        return datePiece(textOf(element['timestamp']), textOf(element['fallback']) || null)
      default:
        return style['code'] === true ? { text: codeSpan(text), kind: 'whole' } : { text, kind: 'words' }
    }
  }
  return { ...piece(), styles }
}
