import { h, render } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'
import { drawFolded, type Part } from './beginning'
import { decorate } from './decorate'
import { toggleFold, useFold } from './folds'
import { fragmentOf } from './html'
import { pictureLink, viewed } from './pictures'
import { CodeHeading } from './lazy'
import { clockOf } from './times'
import './content.css'

interface ContentProps {
  readonly html: string
  readonly isMarkdown?: boolean
  /** Id of the message; long content is folded only if it is given. */
  readonly id?: number
}

/** The HTML of a message, made safe by `fragmentOf`. Only this and `Marked` show HTML of the server. */
export function Content({ html, isMarkdown = false, id }: ContentProps) {
  const box = useRef<HTMLDivElement>(null)
  const { outbox, store } = useSession()
  const { user_id, state } = store
  const clock = clockOf(outbox.state.user_settings.value)
  const user_groups = state.realm_user_groups.value
  const playgrounds = state.realm_playgrounds.value
  const { isLong, isOpen } = useFold(box, id)
  useLayoutEffect(() => {
    if (isMarkdown) return box.current!.replaceChildren(html)
    const groups = new Set(user_groups.filter(({ members }) => members.includes(user_id)).map(({ id }) => id))
    const headings: HTMLElement[] = []
    const read = (part: string): Part => {
      const content = fragmentOf(part)
      const added = decorate(content, { user_id, clock, groups })
      const whenAdded = (): void => {
        for (const heading of added)
          if (heading.isConnected) {
            headings.push(heading)
            render(h(CodeHeading, { block: heading.parentElement!, playgrounds }), heading)
          }
      }
      return [content, whenAdded]
    }
    box.current!.replaceChildren()
    const stop = drawFolded(box.current!, id !== undefined && !isOpen, html, read)
    return () => {
      stop()
      for (const heading of headings) render(null, heading)
    }
  }, [html, isMarkdown, clock, user_groups, playgrounds])
  const classes = ['content', isMarkdown && 'plain', id !== undefined && !isOpen && 'bounded', isLong && 'long']
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks on links within */}
      <div
        ref={box}
        class={classes.filter(Boolean).join(' ')}
        dir="auto"
        onClick={onClick}
        onFocusIn={({ target }) => {
          // Someone who moves the focus by keys must see where it is, so unfold the text.
          if (isLong && !isOpen && (target as Element).matches(':focus-visible')) toggleFold(id!)
        }}
      />
      {isLong && (
        <button type="button" class="fold" aria-expanded={isOpen} onClick={() => toggleFold(id!)}>
          {isOpen ? texts.message.less : texts.message.whole}
        </button>
      )}
    </>
  )
}

/** A short text with marked search words. */
export function Marked({ html }: { html: string }) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => box.current!.replaceChildren(fragmentOf(html)), [html])
  return <span ref={box} />
}

/** Opens the lightbox when the user presses a picture. With a modifier key, the browser follows the link. */
function onClick(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  const picture = (event.target as Element).closest(pictureLink)
  if (picture === null) return
  event.preventDefault()
  viewed.value = picture
}
