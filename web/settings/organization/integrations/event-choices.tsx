import { useSignal } from '@preact/signals'
import { texts } from '../../../i18n'
import { rank } from '../../../lib/rank'
import { Button } from '../../../ui'
import { Check, Choices } from '../../../ui/form'
import { Filter } from '../../../ui/list'
import type { PostingChoices } from './posting-choices'
import './integrations.css'

/** Up to this many events, no search box is shown. */
const maxWithoutSearch = 12

interface EventChoicesProps {
  /** Names of all events of the service. */
  readonly events: readonly string[]
  readonly chosen: PostingChoices['events']
  readonly onChange: (chosen: PostingChoices['events']) => void
}

/** Which events an integration posts. Nothing is shown for services with one kind of events. */
export function EventChoices({ events, chosen, onChange }: EventChoicesProps) {
  const t = texts.integrationChoices
  if (events.length < 2) return null
  return (
    <div class="fields">
      <Choices
        legend={t.events}
        value={chosen === null}
        options={[
          { value: true, label: t.allEvents },
          { value: false, label: t.someEvents },
        ]}
        onChoose={(isAll) => onChange(isAll ? null : events)}
      />
      {chosen !== null && <EventList events={events} chosen={chosen} onChange={onChange} />}
    </div>
  )
}

interface EventListProps extends EventChoicesProps {
  readonly chosen: readonly string[]
}

function EventList({ events, chosen, onChange }: EventListProps) {
  const t = texts.integrationChoices
  const typed = useSignal('')
  const found = rank(events, typed.value, { names: (event) => [event], maxResults: Infinity })
  const choose = (names: readonly string[], isOn: boolean): void =>
    onChange(events.filter((event) => (names.includes(event) ? isOn : chosen.includes(event))))
  return (
    <div class="event-choices" role="group" aria-label={t.someEvents}>
      {events.length > maxWithoutSearch && (
        <Filter name={t.findEvents} value={typed.value} onType={(text) => (typed.value = text)} />
      )}
      <div class="buttons">
        <Button kind="quiet" onClick={() => choose(found, true)}>
          {t.selectAll}
        </Button>
        <Button kind="quiet" onClick={() => choose(found, false)}>
          {t.selectNone}
        </Button>
        <span class="hint" role="status">
          {found.length === 0 ? t.noEvents : t.chosen(chosen.length, events.length)}
        </span>
      </div>
      {found.length > 0 && (
        <div class="event-names">
          {found.map((event) => (
            <Check key={event} label={event} isOn={chosen.includes(event)} onChange={(isOn) => choose([event], isOn)} />
          ))}
        </div>
      )}
    </div>
  )
}
