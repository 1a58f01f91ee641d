import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { formatTime, formatTimeOfDay } from '../../../i18n/format'
import { messageAddress } from '../../../routes/message-address'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import { Loading, Section, useLoaded, useSaveState } from '../../../ui/form'
import { focusNext } from '../../../ui/focus'
import { FailedRequest } from './failed-request'
import { FeedStatus } from './feed-status'
import './deliveries.css'

type DeliveryLists = AnswerOf<'GET /integrations/{bot_id}/deliveries'>

/** What became of the requests that a service sent lately. */
export function Deliveries({ bot_id }: { bot_id: number }) {
  const { ask } = useSession()
  const t = texts.integrationPage.deliveries
  const saving = useSaveState()
  const root = useRef<HTMLDivElement>(null)
  const list = useLoaded(async () => {
    const lists = await ask('GET /integrations/{bot_id}/deliveries', { bot_id })
    return { ...lists, loadedAtMs: Date.now() }
  })
  const { data } = list

  async function showOutcome(outcome: string): Promise<void> {
    // The button that was pressed leaves the DOM with its request.
    root.current!.closest('section')!.querySelector('h3')!.focus()
    await saving.save(list.load, outcome)
  }

  return (
    <Section title={t.title} saving={saving}>
      <div ref={root} class="deliveries">
        <Loading of={list} texts={texts.settings} />
        {data.value !== null && (
          <>
            <div class="buttons">
              <Button onClick={() => void list.load()}>{t.refresh}</Button>
              <span class="hint" role="status">
                {t.loadedAt(formatTimeOfDay(data.value.loadedAtMs))}
              </span>
            </div>
            {data.value.feed && <FeedStatus feed={data.value.feed} />}
            <Lists lists={data.value} bot_id={bot_id} onRepeated={(outcome) => void showOutcome(outcome)} />
          </>
        )}
      </div>
    </Section>
  )
}

/** Messages that are listed at first. */
const atFirst = 5

interface ListsProps {
  readonly lists: DeliveryLists
  readonly bot_id: number
  readonly onRepeated: (outcome: string) => void
}

function Lists({ lists: { posted, failed, unknown, feed }, bot_id, onRepeated }: ListsProps) {
  const t = texts.integrationPage.deliveries
  const counts = Object.entries(unknown)
  const isWhole = useSignal(false)
  const list = useRef<HTMLUListElement>(null)
  const visible = isWhole.value ? posted : posted.slice(0, atFirst)

  function showWhole(): void {
    isWhole.value = true
    // The button has left the DOM with the focus.
    focusNext(list, `li:nth-child(${atFirst + 1}) a`)
  }

  if (posted.length + failed.length + counts.length === 0)
    return <p class="hint">{feed === null ? t.nothing : texts.organization.integrations.feed.nothing}</p>
  return (
    <>
      {failed.length > 0 && (
        <div>
          <h4>{t.failed}</h4>
          <p class="hint">{t.failedHint}</p>
          <ul class="rows">
            {failed.map((failure) => (
              <FailedRequest key={failure.id} bot_id={bot_id} failure={failure} onRepeated={onRepeated} />
            ))}
          </ul>
        </div>
      )}
      {posted.length > 0 && (
        <div>
          <h4>{t.posted}</h4>
          <ul ref={list} class="rows">
            {visible.map((message) => (
              <Posted key={message.message_id} message={message} />
            ))}
          </ul>
          {visible.length < posted.length && (
            <Button kind="quiet" onClick={showWhole}>
              {texts.forms.more(posted.length - visible.length)}
            </Button>
          )}
        </div>
      )}
      {counts.length > 0 && (
        <div>
          <h4>{t.unknown}</h4>
          <p class="hint">{t.unknownHint}</p>
          <ul class="rows">
            {counts.map(([event, count]) => (
              <li key={event}>{t.unknownCount(count, event)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Posted({ message: { message_id, timestamp, event } }: { message: DeliveryLists['posted'][number] }) {
  const { store } = useSession()
  const t = texts.integrationPage.deliveries
  const time = formatTime(timestamp)
  return (
    <li>
      <span class="grow">
        <bdi>{event}</bdi>
        <small>{time}</small>
      </span>
      <a class="link" href={messageAddress(message_id, store)} aria-label={t.messageOf(event, time)}>
        {t.message}
      </a>
    </li>
  )
}
