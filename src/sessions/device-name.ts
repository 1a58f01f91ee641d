import { parse } from 'bowser'
import { clipText } from '../core/base/unicode'

/** Characters of a `User-Agent` that are looked at: patterns run over them. */
const longestAgent = 500

/** Maximal length of a device's name. */
const longestName = 100

/**
 * Names the program and the system of a `User-Agent`, for the list of one's sessions: `Firefox on Windows`,
 * `ZulipMobile on Android`, `curl`; '' if the header says nothing.
 */
export function deviceName(headers: Headers): string {
  const agent = (headers.get('User-Agent') ?? '').slice(0, longestAgent).replaceAll(/\p{Cc}/gu, '')
  if (agent.trim() === '') return ''
  const { browser, os } = parse(agent)
  // Every browser calls itself Mozilla. Other programs begin with their own name.
  const program = agent.startsWith('Mozilla/') ? (browser.name ?? '') : agent.split(/[/ ]/)[0]!
  return clipText([program || 'A browser', ...(os.name ? ['on', os.name] : [])].join(' '), longestName)
}
