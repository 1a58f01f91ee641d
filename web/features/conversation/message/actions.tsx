import { Ellipsis, Reply, SmilePlus, Star } from 'lucide'
import { useMemo, useRef } from 'preact/hooks'
import type { Message } from '../../../../client'
import { hasAccess } from '../../../../client/policies'
import { characterOf, EmojiButton, quickEmoji, reactionOf, type NamedEmoji } from '../../emoji'
import { useShortcut, type Shortcut } from '../../../ui/keyboard'
import { texts } from '../../../i18n'
import { Icon, IconButton, Menu, showToast } from '../../../ui'
import { route } from '../../../routes/routes'
import { useSession } from '../../../session/context'
import { replyPrivately, mentionSender } from './reply'
import { itemsFor } from './items'
import { selectedOf } from './quote'
import { useReact } from './reactions'
import { useWithin } from './within'
import './actions.css'

/** Quick reactions beside the button that opens the emoji picker. */
const mostQuick = 3

const thumbsUp = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

interface ActionsProps {
  readonly message: Message
  readonly onReply: (message: Message) => void
}

/** The toolbar of a message, with its shortcuts. */
export function Actions({ message, onReply }: ActionsProps) {
  const session = useSession()
  const { store, outbox } = session
  const isStarred = message.flags.includes('starred')
  const bar = useRef<HTMLDivElement>(null)
  /** The selection before a press on a button, which may clear it. */
  const selected = useRef('')
  const add = useReact(message)
  const react = hasAccess(message, store) ? add : null
  const quick = useMemo(() => quickEmoji(store, mostQuick), [store])
  const { messageActions: t } = texts

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const all = [...bar.current!.querySelectorAll<HTMLElement>(':scope > button')]
    const index = all.indexOf(event.target as HTMLElement)
    if (step === undefined || index === -1) return
    const seen = all.filter((one) => one.checkVisibility())
    seen.at((seen.indexOf(all[index]!) + step) % seen.length)?.focus()
    event.preventDefault()
  }

  const items = itemsFor(message, session, () => selectedOf(message.id) || selected.current)
  function star(kind: 'star' | 'unstar'): void {
    outbox.do({ kind, messages: [message.id] }).done.catch(() => undefined)
  }
  function toggleStar(): void {
    star(isStarred ? 'unstar' : 'star')
    const openRoute = route.peek()
    // The message disappears from the starred ones at once, so offer to undo.
    if (isStarred && openRoute !== null && 'view' in openRoute && openRoute.view === 'starred')
      showToast(t.unstarred, { name: texts.readState.undo, onChoose: () => star('star') })
  }
  const press = (name: string) => (): void => bar.current!.querySelector<HTMLElement>(`:scope > ${name}`)!.click()

  /** Runs the menu item of a shortcut; false if the menu does not have it. */
  const choose = (command: Shortcut) => (): boolean => {
    const item = items.find((one) => one.command === command)
    item?.onChoose()
    return item !== undefined
  }
  /** Reacts by a shortcut; false if the user may not react. */
  function reactBy(emoji: NamedEmoji): boolean {
    react?.(emoji)
    return react !== null
  }
  useShortcut('edit', choose('edit'), message.id)
  useShortcut('quote', choose('quote'), message.id)
  useShortcut('move', choose('move'), message.id)
  useShortcut('copyLink', choose('copyLink'), message.id)
  useShortcut('unreadFrom', choose('unreadFrom'), message.id)
  useShortcut('history', choose('history'), message.id)
  useShortcut('star', toggleStar, message.id)
  useShortcut('react', () => react !== null && press('[aria-haspopup=dialog]')(), message.id)
  useShortcut('more', press('[aria-haspopup=menu]'), message.id)
  useShortcut('thumbsUp', () => reactBy(thumbsUp), message.id)
  useShortcut('joinReaction', () => message.reactions[0] !== undefined && reactBy(message.reactions[0]), message.id)
  useShortcut('mentionSender', () => mentionSender(message, store), message.id)
  useShortcut('replyAlone', () => replyPrivately(message, store), message.id)
  useWithin(message.id)

  return (
    <div
      ref={bar}
      class="actions"
      role="toolbar"
      aria-label={t.actions}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDown={() => (selected.current = selectedOf(message.id))}
    >
      {react !== null &&
        quick.map((emoji) => (
          <button
            key={emoji.code}
            type="button"
            class="icon-button quick"
            aria-label={t.reactWith(emoji.names[0]!)}
            title={`:${emoji.names[0]}:`}
            onClick={() => react(reactionOf(emoji))}
          >
            <span class="drawing" aria-hidden="true">
              {characterOf(emoji.code)}
            </span>
          </button>
        ))}
      {react !== null && (
        <EmojiButton icon={SmilePlus} name={t.addReaction} onChoose={(emoji) => react(reactionOf(emoji))} />
      )}
      <IconButton icon={Reply} name={t.reply} onClick={() => onReply(message)} />
      <IconButton icon={Star} name={t.star} aria-pressed={isStarred} onClick={toggleStar} />
      <Menu name={t.more} items={items}>
        <Icon of={Ellipsis} />
      </Menu>
    </div>
  )
}
