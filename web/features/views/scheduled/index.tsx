import { SquarePen } from 'lucide'
import { laterWords } from '../../../i18n/later-words'
import { Button, EmptyState } from '../../../ui'
import { useStore } from '../../../session/context'
import { words } from '../../../i18n/words'
import { writeElsewhere } from '../../conversation/compose'
import { Item } from './item'
import './scheduled.css'

/** The scheduled messages, the soonest first. */
export function Scheduled() {
  const { state } = useStore()
  const t = laterWords.scheduled
  const all = state.scheduled_messages.value.toSorted(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  if (all.length === 0)
    return (
      <EmptyState drawing="clock" title={t.none} advice={t.noneAdvice}>
        <Button icon={SquarePen} onClick={() => writeElsewhere()}>
          {words.compose.begin}
        </Button>
      </EmptyState>
    )
  return (
    <ol class="scheduled">
      {all.map((one) => (
        <Item key={one.scheduled_message_id} of={one} />
      ))}
    </ol>
  )
}
