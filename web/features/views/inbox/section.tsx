import { AtSign, Check, ChevronRight, Users } from 'lucide'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { briefName, LastWords, longName, useLastWords } from '../../conversation/summary'
import { texts } from '../../../i18n'
import { isOpen, useRowClear } from '../../../ui/list'
import { markRead, type ReadTarget } from '../../conversation/read-state'
import { Icon, IconButton } from '../../../ui'
import { Face, participantsOf, ShortName } from '../../people'
import { hrefOf } from '../../../routes/routes'
import { useSession, useStore } from '../../../session/context'
import { Count } from '../../conversation/summary/count'
import { StreamIcon } from '../../conversation/summary/stream-icon'
import { arrowStep } from '../../../lib/arrow-step'
import type { Entry, Group } from './groups'

interface SectionProps {
  readonly group: Group
  readonly isFolded: boolean
  readonly onFold: (isFolded: boolean) => void
}

/** The unread conversations of a stream, or of direct messages. */
export function Section({ group: { stream, entries, count, mentions }, isFolded, onFold }: SectionProps) {
  const name = stream?.name ?? texts.sidebar.private
  const row = useRef<HTMLHeadingElement>(null)
  function foldByArrow(event: KeyboardEvent): void {
    const step = arrowStep(event)
    if (step === undefined) return
    event.preventDefault()
    onFold(step === -1)
  }

  return (
    <section>
      <h2 ref={row} class="entry">
        <button
          type="button"
          class="title"
          data-row
          aria-expanded={!isFolded}
          aria-label={count > 0 ? texts.sidebar.unread(name, count) : name}
          onClick={() => onFold(!isFolded)}
          onKeyDown={foldByArrow}
        >
          <Icon of={ChevronRight} size={14} />
          {stream ? <StreamIcon of={stream} /> : <Icon of={Users} size={16} />}
          <bdi>{name}</bdi>
          {mentions > 0 && <Mentioned />}
          <Count of={count} />
        </button>
        <Clear row={row} where={stream ? { stream_id: stream.stream_id } : 'private'} name={name} />
      </h2>
      {!isFolded && (
        <ul>
          {entries.map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ entry: { conversation, name, count, mentions, newest } }: { entry: Entry }) {
  const store = useStore()
  const row = useRef<HTMLLIElement>(null)
  const long = longName(conversation, store)
  const last = useLastWords(newest)
  const description = [mentions > 0 ? texts.inbox.mentioned : '', last].filter(Boolean).join(', ')
  return (
    <li ref={row} class="entry">
      <a
        href={hrefOf(conversation, store)}
        class="title"
        data-row
        aria-current={isOpen(conversation, store.user_id) ? 'page' : undefined}
        aria-label={count > 0 ? texts.conversationRow.unread(long, count) : long}
        aria-description={description || undefined}
      >
        {'user_ids' in conversation && <Face of={participantsOf(conversation.user_ids, store)} />}
        <span class="lines">
          <ShortName of={briefName(conversation, store)} whole={name} />
          <LastWords>{last}</LastWords>
        </span>
        {mentions > 0 && <Mentioned />}
        <Count of={count} />
      </a>
      <Clear row={row} where={conversation} name={name} />
    </li>
  )
}

/** An icon without a label, because the descriptions of links say it. */
const Mentioned = () => (
  <span class="mentioned" title={texts.inbox.mentioned}>
    <Icon of={AtSign} size={14} />
  </span>
)

interface ClearProps {
  readonly row: RefObject<HTMLElement | null>
  readonly where: ReadTarget
  readonly name: string
}

/** A button, and a shortcut in its row, that marks something as read. */
function Clear({ row, where, name }: ClearProps) {
  const session = useSession()
  const clear = (): void => markRead(session, where)
  useRowClear(row, clear)
  return (
    <IconButton icon={Check} name={texts.inbox.clear} aria-description={name} aria-keyshortcuts="e" onClick={clear} />
  )
}
