import type { Message } from '../../../../client'
import type { Session } from '../../../session/open'

interface Picture {
  readonly link: Element
  /** The address on this server from which the picture is shown. */
  readonly src: string
  /** The address of the original. */
  readonly href: string
  readonly name: string
  readonly message: Message | undefined
}

/** The pictures of the message list around `first`, or only of its message if it is in no list. */
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
