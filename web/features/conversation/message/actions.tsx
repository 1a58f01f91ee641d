import { Ellipsis, Reply, SmilePlus, Star } from 'lucide'
import { useMemo, useRef } from 'preact/hooks'
import type { Message } from '../../../../client'
import { characterOf, EmojiButton, quickEmoji, reactionOf, type Named } from '../../emoji'
import { useCommand, type Command } from '../../../ui/keyboard'
import { laterWords } from '../../../i18n/later-words'
import { Icon, IconButton, Menu, say } from '../../../ui'
import { place } from '../../../routes/places'
import { hasAccess } from '../../../session/policies'
import { useSession } from '../../../session/context'
import { answerAlone, mentionSender } from './reply'
import { itemsFor } from './items'
import { selectedOf } from './quote'
import { useReact } from './reactions'
import { useWithin } from './within'
import './actions.css'

/** Emoji beside the button that opens all of them. */
const mostQuick = 3

const thumbsUp = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

interface ActionsProps {
  readonly message: Message
  readonly onReply: (message: Message) => void
}

/** What one can do with a message. */
export function Actions({ message, onReply }: ActionsProps) {
  const session = useSession()
  const { store, outbox } = session
  const isStarred = message.flags.includes('starred')
  const bar = useRef<HTMLDivElement>(null)
  /** A press on a button may take the selection away. */
  const selected = useRef('')
  const add = useReact(message)
  const react = hasAccess(message, store) ? add : null
  const quick = useMemo(() => quickEmoji(store, mostQuick), [store])
  const { message: said } = laterWords

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const all = [...bar.current!.querySelectorAll<HTMLElement>(':scope > button')]
    const now = all.indexOf(event.target as HTMLElement)
    if (step === undefined || now === -1) return
    const seen = all.filter((one) => one.checkVisibility())
    seen.at((seen.indexOf(all[now]!) + step) % seen.length)?.focus()
    event.preventDefault()
  }

  const items = itemsFor(message, session, () => selectedOf(message.id) || selected.current)
  function star(kind: 'star' | 'unstar'): void {
    outbox.do({ kind, messages: [message.id] }).done.catch(() => undefined)
  }
  function toggleStar(): void {
    star(isStarred ? 'unstar' : 'star')
    const now = place.peek()
    // It is gone from there at once.
    if (isStarred && now !== null && 'view' in now && now.view === 'starred')
      say(said.unstarred, { name: laterWords.marks.undo, onChoose: () => star('star') })
  }
  const press = (name: string) => (): void => bar.current!.querySelector<HTMLElement>(`:scope > ${name}`)!.click()

  /** Does what the menu would do; false if that is not in it. */
  const choose = (command: Command) => (): boolean => {
    const item = items.find((one) => one.command === command)
    item?.onChoose()
    return item !== undefined
  }
  /** Reacts by a key; false where the reader may not. */
  function reactBy(emoji: Named): boolean {
    react?.(emoji)
    return react !== null
  }
  useCommand('edit', choose('edit'), message.id)
  useCommand('quote', choose('quote'), message.id)
  useCommand('move', choose('move'), message.id)
  useCommand('copyLink', choose('copyLink'), message.id)
  useCommand('unreadFrom', choose('unreadFrom'), message.id)
  useCommand('history', choose('history'), message.id)
  useCommand('star', toggleStar, message.id)
  useCommand('react', () => react !== null && press('[aria-haspopup=dialog]')(), message.id)
  useCommand('more', press('[aria-haspopup=menu]'), message.id)
  useCommand('thumbsUp', () => reactBy(thumbsUp), message.id)
  useCommand('joinReaction', () => message.reactions[0] !== undefined && reactBy(message.reactions[0]), message.id)
  useCommand('mentionSender', () => mentionSender(message, store), message.id)
  useCommand('replyAlone', () => answerAlone(message, store), message.id)
  useWithin(message.id)

  return (
    <div
      ref={bar}
      class="actions"
      role="toolbar"
      aria-label={said.actions}
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
            aria-label={said.reactWith(emoji.names[0]!)}
            title={`:${emoji.names[0]}:`}
            onClick={() => react(reactionOf(emoji))}
          >
            <span class="drawing" aria-hidden="true">
              {characterOf(emoji.code)}
            </span>
          </button>
        ))}
      {react !== null && (
        <EmojiButton icon={SmilePlus} name={said.addReaction} onChoose={(emoji) => react(reactionOf(emoji))} />
      )}
      <IconButton icon={Reply} name={said.reply} onClick={() => onReply(message)} />
      <IconButton icon={Star} name={said.star} aria-pressed={isStarred} onClick={toggleStar} />
      <Menu name={said.more} items={items}>
        <Icon of={Ellipsis} />
      </Menu>
    </div>
  )
}
