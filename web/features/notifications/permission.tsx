import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { canNotify } from './settings'

/** Says whether this browser may show notifications, with a button that asks for the permission. */
export function Permission() {
  const t = texts.notifications
  const permission = useSignal(canNotify ? Notification.permission : null)
  if (permission.value === 'granted') return null
  if (permission.value === null) return <p class="hint">{t.cannot}</p>
  if (permission.value === 'denied') return <p class="hint">{t.blocked}</p>
  return (
    <div class="buttons">
      <Button onClick={() => void Notification.requestPermission().then((value) => (permission.value = value))}>
        {t.turnOn}
      </Button>
    </div>
  )
}
