import type { Message } from '../../../../client'
import type { Session } from '../../../session/open'

/** A picture of a message. */
interface Picture {
  readonly link: Element
  /** Where it is loaded from. */
  readonly src: string
  /** Where it comes from. */
  readonly href: string
  readonly name: string
  readonly message: Message | undefined
}

/** The pictures of the list in which one stands, or of its message alone. */
export function picturesAround(first: Element, links: string, outbox: Session['outbox']): readonly Picture[] {
  const list = first.closest('.list') ?? first.closest('.content')!
  return [...list.querySelectorAll(links)].flatMap((link) => {
    const picture = link.querySelector('img')
    if (picture === null) return []
    const id = Number(link.closest<HTMLElement>('article')?.dataset['id'] ?? 0)
    const { src, alt: name } = picture
    return [{ link, src, href: (link as HTMLAnchorElement).href, name, message: outbox.message(id).peek() }]
  })
}
