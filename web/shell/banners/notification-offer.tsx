import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { canNotify, settingsOf } from '../../features/notifications'
import { showToast } from '../../ui'
import { useStore } from '../../session/context'
import { Banner } from './banner'

/** Where it is remembered that somebody does not want to be asked. */
const name = 'rivulet notices'

/** Offers to turn notices on: browsers ask only after somebody has pressed a button, and nobody is asked twice. */
export function NotificationOffer() {
  const settings = settingsOf(useStore())
  const { notices: t } = laterWords
  const isOpen = useSignal(
    canNotify &&
      Notification.permission === 'default' &&
      localStorage.getItem(name) === null &&
      // Fingers are on devices that show notices of installed apps alone.
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
