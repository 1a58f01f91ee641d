import { texts } from '../../../i18n'

/** The text of a date line: “Today”, “Yesterday”, or the date. */
export function dayName(date: Date): string {
  const language = document.documentElement.lang
  const today = new Date()
  const days = Math.round((today.setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000)
  if (days === 0) return texts.messageList.today
  if (days === 1) return texts.messageList.yesterday
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(days > 300 && { year: 'numeric' }),
  }).format(date)
}
