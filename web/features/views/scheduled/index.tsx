import { SquarePen } from 'lucide'
import { texts } from '../../../i18n'
import { Button, EmptyState } from '../../../ui'
import { useStore } from '../../../session/context'
import { openNewMessage } from '../../conversation/compose/target'
import { Item } from './item'
import './scheduled.css'

/** The scheduled messages, the soonest first. */
export function Scheduled() {
  const { state } = useStore()
  const t = texts.scheduled
  const all = state.scheduled_messages.value.toSorted(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  if (all.length === 0)
    return (
      <EmptyState drawing="clock" title={t.none} advice={t.noneAdvice}>
        <Button icon={SquarePen} onClick={() => openNewMessage()}>
          {texts.compose.begin}
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
