import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { changeValues } from '../settings/actions'
import type { UserSettings } from '../settings/table'

/** What each command sets, and how that is called. */
const commands = new Map<string, { settings: Partial<UserSettings>; called: string }>([
  ['day', { settings: { color_scheme: 3 }, called: 'the light theme' }],
  ['night', { settings: { color_scheme: 2 }, called: 'the dark theme' }],
  ['fluid-width', { settings: { fluid_layout_width: true }, called: 'fluid width' }],
  ['fixed-width', { settings: { fluid_layout_width: false }, called: 'fixed width' }],
])

/** Does what was typed behind a slash, and says what it did; `ping` does nothing (endpoints, POST /zcommand). */
export async function obeyCommand(turn: Turn, input: { command: string }): Promise<Change<{ msg: string }>> {
  if (!input.command.startsWith('/')) throw refused('There should be a leading slash in the command.')
  const name = input.command.slice(1).trimEnd()
  if (name === 'ping') return { writes: [], result: { msg: '' } }
  const command = commands.get(name)
  if (command === undefined) throw refused(`No such command: ${name}`)
  const step = await changeValues(turn, command.settings)
  const msg = step === null ? `You have ${command.called} already.` : `Changed to ${command.called}.`
  return { writes: [], ...step, result: { msg } }
}
