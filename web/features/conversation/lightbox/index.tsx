import { useSignal } from '@preact/signals'
import { ChevronLeft, ChevronRight, ExternalLink, ZoomIn, ZoomOut } from 'lucide'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { texts } from '../../../i18n'
import { Icon, IconButton } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { picturesAround } from './pictures'
import { larger, smaller, useZoom } from './zoom'
import './lightbox.css'

interface LightboxProps {
  /** The link of the picture to show first. */
  readonly first: Element
  /** Selector of the links to pictures. */
  readonly links: string
  readonly clock: { whole(date: Date): string }
  readonly onClose: () => void
}

/** A dialog as large as the page that shows the pictures of a conversation, one at a time. */
export function Lightbox({ first, links, clock, onClose }: LightboxProps) {
  const { outbox, store } = useSession()
  const pictures = useMemo(() => picturesAround(first, links, outbox), [first])
  const index = useSignal(
    Math.max(
      0,
      pictures.findIndex(({ link }) => link === first),
    ),
  )
  const failed = useSignal<string | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const zoom = useZoom(stage)
  const t = texts.lightbox
  const picture = pictures[index.value]
  useLayoutEffect(() => zoom.reset(), [index.value])

  const showNext = (step: number): void => {
    index.value = Math.min(pictures.length - 1, Math.max(0, index.peek() + step))
  }

  const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined)
  onKey.current = (event) => {
    const forward = getComputedStyle(stage.current!).direction === 'rtl' ? -1 : 1
    const doings: Record<string, () => void> = {
      ArrowRight: () => showNext(forward),
      ArrowLeft: () => showNext(-forward),
      Home: () => showNext(-pictures.length),
      End: () => showNext(pictures.length),
      '+': () => zoom.zoomBy(larger),
      '=': () => zoom.zoomBy(larger),
      '-': () => zoom.zoomBy(smaller),
      '0': () => zoom.reset(),
    }
    const does = doings[event.key]
    if (does === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    does()
  }
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => onKey.current(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  if (picture === undefined) return null
  const { message, src, href, name } = picture
  const sender = message && (store.users.name(message.sender_id) ?? message.sender_full_name)
  return (
    <Dialog title={name} size="whole" onClose={onClose}>
      <div class="lightbox">
        <div class="about">
          <p>
            {message !== undefined && (
              <>
                <bdi>{sender}</bdi>
                <time dateTime={new Date(message.timestamp * 1000).toISOString()}>
                  {clock.whole(new Date(message.timestamp * 1000))}
                </time>
              </>
            )}
          </p>
          <IconButton icon={ZoomOut} name={t.smaller} onClick={() => zoom.zoomBy(smaller)} />
          <IconButton icon={ZoomIn} name={t.larger} onClick={() => zoom.zoomBy(larger)} />
          <a
            class="icon-button"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t.original}
            title={t.original}
          >
            <Icon of={ExternalLink} />
          </a>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and buttons do the same */}
        <div ref={stage} class="stage" {...zoom.pointing}>
          {failed.value === src ? (
            <p>{t.failed}</p>
          ) : (
            <img
              key={src}
              src={src}
              alt={name}
              onDragStart={(event) => event.preventDefault()}
              onError={() => (failed.value = src)}
            />
          )}
        </div>
        {pictures.length > 1 && (
          <div class="steps">
            <IconButton
              icon={ChevronLeft}
              name={t.previous}
              disabled={index.value === 0}
              onClick={() => showNext(-1)}
            />
            <span role="status">{t.place(index.value + 1, pictures.length)}</span>
            <IconButton
              icon={ChevronRight}
              name={t.next}
              disabled={index.value === pictures.length - 1}
              onClick={() => showNext(1)}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
