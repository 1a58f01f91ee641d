import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { canNotify, settingsOf } from '../../features/notifications'
import { say } from '../../ui'
import { useStore } from '../../session/context'
import { Bar } from './banner'

/** Where it is remembered that somebody does not want to be asked. */
const name = 'rivulet notices'

/** Offers to turn notices on: browsers ask only after somebody has pressed a button, and nobody is asked twice. */
export function Offer() {
  const settings = settingsOf(useStore())
  const { notices: said } = laterWords
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
    if (answer === 'denied') say(said.blocked)
    close()
  }

  return (
    <Bar
      name={said.name}
      text={said.offer}
      choice={said.turnOn}
      onChoose={() => void turnOn()}
      dismissal={said.notNow}
      onDismiss={close}
      isWideOnly
    />
  )
}
