import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { canNotify, settingsOf } from '../../features/notifications'
import { showToast } from '../../ui'
import { useStore } from '../../session/context'
import { Banner } from './banner'

/** Key in local storage that says that the user has been asked. */
const name = 'rivulet notices'

/** Offers to turn on notifications, only once. Browsers ask for the permission only after a press on a button. */
export function NotificationOffer() {
  const settings = settingsOf(useStore())
  const { notifications: t } = texts
  const isOpen = useSignal(
    canNotify &&
      Notification.permission === 'default' &&
      localStorage.getItem(name) === null &&
      // Most touch devices show notifications only for installed apps.
      matchMedia('(hover: hover)').matches,
  )
  if (!isOpen.value || !settings.enable_desktop_notifications) return null

  function close(): void {
    isOpen.value = false
    localStorage.setItem(name, 'asked')
  }

  async function turnOn(): Promise<void> {
    const answer = await Notification.requestPermission()
    if (answer === 'denied') showToast(t.blocked)
    close()
  }

  return (
    <Banner
      name={t.name}
      text={t.offer}
      choice={t.turnOn}
      onChoose={() => void turnOn()}
      dismissal={t.notNow}
      onDismiss={close}
      isWideOnly
    />
  )
}
