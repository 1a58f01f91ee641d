import { characterOf } from '../../emoji'
import { texts } from '../../../i18n'
import { loadStyles } from './lazy'
import type { Clock } from './times'

interface Reader {
  readonly user_id: number
  readonly clock: Clock
  /** Ids of the groups that the user is in. */
  readonly groups: ReadonlySet<number>
}

/**
 * Adapts the server's HTML to the user: local times, mentions of the user, emoji, spoilers, and links that open a new tab.
 * Returns an empty heading for each code block, for the caller to fill.
 */
export function decorate(content: DocumentFragment, reader: Reader): readonly HTMLElement[] {
  for (const emoji of content.querySelectorAll<HTMLElement>('span.emoji')) {
    const character = characterOf(/emoji-([\da-f-]+)/.exec(emoji.className)?.[1] ?? '')
    if (character !== null) emoji.textContent = character
  }
  if (isEmojiAlone(content)) content.firstElementChild!.classList.add('emoji-alone')
  for (const time of content.querySelectorAll('time')) {
    const date = new Date(time.dateTime)
    if (Number.isNaN(date.valueOf())) continue
    // The tooltip keeps the time as it was written.
    time.title = time.textContent
    time.textContent = reader.clock.whole(date)
  }
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention, .user-group-mention')) {
    const { userId, userGroupId } = mention.dataset
    const isOwn = userId === '*' || userId === String(reader.user_id) || reader.groups.has(Number(userGroupId))
    mention.classList.toggle('own', isOwn && !mention.classList.contains('silent'))
    if (userId !== '*') mention.role = 'button'
    if (userId !== '*') mention.tabIndex = 0
  }
  for (const spoiler of content.querySelectorAll<HTMLElement>('.spoiler-block')) fold(spoiler)
  for (const table of content.querySelectorAll('table')) {
    const box = make('div', 'table')
    // The box scrolls a wide table, by keys too.
    box.tabIndex = 0
    table.replaceWith(box)
    box.append(table)
  }
  for (const link of content.querySelectorAll('a')) {
    const url = URL.parse(link.getAttribute('href') ?? '', location.origin)
    if (url === null || (url.origin === location.origin && url.pathname === '/')) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const picture of content.querySelectorAll<HTMLImageElement>('.message_inline_image img')) {
    const { title = '', href = '' } = picture.closest('a') ?? {}
    if (picture.alt === '') picture.alt = title || fileName(href) || texts.message.picture
  }
  // The title below links to the same page, so keys and screen readers skip this link.
  for (const link of content.querySelectorAll<HTMLElement>('.message_embed_image')) {
    link.tabIndex = -1
    link.ariaHidden = 'true'
  }
  if (content.querySelector('.katex') !== null) import('./formulas').catch(() => undefined)
  loadStyles(content)
  return [...content.querySelectorAll<HTMLElement>('.codehilite')].flatMap(headingOf)
}

/** Most emoji that are drawn large if a message has nothing else. */
const maxLargeEmoji = 3

/** Whether a message is nothing but a few emoji. */
function isEmojiAlone({ children: [only, second] }: DocumentFragment): boolean {
  if (only?.localName !== 'p' || second !== undefined) return false
  const visibleNodes = [...only.childNodes].filter(
    (node) => node.nodeType !== Node.TEXT_NODE || node.textContent!.trim() !== '',
  )
  return (
    visibleNodes.length > 0 &&
    visibleNodes.length <= maxLargeEmoji &&
    visibleNodes.every((node) => (node as Element).classList?.contains('emoji'))
  )
}

function make(name: string, className: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  return element
}

/** The last part of the path of an address; empty if it is malformed. */
function fileName(address: string): string {
  const { pathname = '' } = URL.parse(address, location.origin) ?? {}
  try {
    return decodeURIComponent(pathname.split('/').at(-1)!)
  } catch {
    return ''
  }
}

/** Adds an empty heading to a code block; no heading if the block has no code. */
function headingOf(block: HTMLElement): HTMLElement[] {
  const pre = block.querySelector('pre')
  if (pre === null) return []
  // Wide code scrolls, by keys too.
  pre.tabIndex = 0
  const heading = make('div', 'code-heading')
  block.prepend(heading)
  return [heading]
}

/** Replaces a spoiler with a `details` element. */
function fold(spoiler: HTMLElement): void {
  const [header, content] = [spoiler.querySelector('.spoiler-header'), spoiler.querySelector('.spoiler-content')]
  if (header === null || content === null) return
  const details = make('details', 'spoiler')
  const summary = document.createElement('summary')
  summary.append(...header.childNodes)
  if (summary.textContent.trim() === '') summary.textContent = texts.message.spoiler
  content.removeAttribute('aria-hidden')
  details.append(summary, content)
  spoiler.replaceWith(details)
}
