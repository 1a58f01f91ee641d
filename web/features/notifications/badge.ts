import { computed, effect, type ReadonlySignal } from '@preact/signals'
import type { Store } from '../../../client'
import { texts } from '../../i18n'
import { whenIdle } from '../../lib/idle'
import { settingsOf } from './settings'

/** Values of `desktop_icon_count_display`: all unread messages, or only direct messages and mentions. */
const counts = { all: 1, personal: 2 }

/** The count for the icon, by the settings of the user. */
export function unreadToTell(store: Store): ReadonlySignal<number> {
  const { unread } = store
  const all = unread.count('everywhere')
  const mentions = unread.mentions('everywhere')
  return computed(() => {
    const { desktop_icon_count_display: which } = settingsOf(store)
    if (which === counts.all) return all.value
    if (which !== counts.personal) return 0
    const conversations = unread.inConversations.value.filter((one) => 'user_ids' in one)
    // Each direct message counts once, even if it also mentions the user.
    return conversations.reduce(
      (sum, one) => sum + unread.count(one).value - unread.mentions(one).value,
      mentions.value,
    )
  })
}

/** Shows a count in the page title, on the icon of the tab and on that of the app. Returns a function that removes it. */
export function showCount(count: ReadonlySignal<number>, organization: ReadonlySignal<string | undefined>): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const plain = link?.href ?? ''
  let isShown = true
  async function showOn(icon: HTMLLinkElement, value: number): Promise<void> {
    try {
      const address = await iconOf(plain, value)
      // Drawing takes a while.
      if (isShown && count.peek() === value) icon.href = address
    } catch {
      // The icon could not be loaded.
    }
  }
  const stop = effect(() => {
    const title = `${organization.value ?? ''} · ${texts.app.name}`
    document.title = count.value > 0 ? `(${count.value}) ${title}` : title
    if (count.value > 0) void navigator.setAppBadge?.(count.value).catch(() => undefined)
    else void navigator.clearAppBadge?.().catch(() => undefined)
    if (link) void showOn(link, count.value)
  })
  return () => {
    stop()
    isShown = false
    if (link) link.href = plain
    void navigator.clearAppBadge?.().catch(() => undefined)
  }
}

/** Pixels of the icon. */
const size = 64
/** Pixels of the circle on it. */
const radius = 22

/** Addresses of the icons that are drawn already, by the counts on them: at most a hundred of some kilobytes. */
const icons = new Map<number, string>()

/** The address of the icon with a count on it, up to 99. It is drawn when the browser has time. */
async function iconOf(plain: string, count: number): Promise<string> {
  if (count === 0) return plain
  const shownCount = Math.min(count, 99)
  await new Promise<void>((resolve) => whenIdle(() => resolve()))
  const icon = icons.get(shownCount) ?? (await drawIcon(plain, shownCount))
  icons.set(shownCount, icon)
  return icon
}

async function drawIcon(plain: string, count: number): Promise<string> {
  const picture = new Image()
  picture.src = plain
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0, size, size)
  pen.fillStyle = '#c02a1f'
  pen.beginPath()
  pen.arc(size - radius, size - radius, radius, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = `600 ${count > 9 ? 24 : 30}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(String(count), size - radius, size - radius + 2)
  return canvas.toDataURL()
}
