import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { changeValues } from '../settings/actions'
import type { UserSettings } from '../settings/table'

/** The settings that each command changes, and their label in the response. */
const commands = new Map<string, { settings: Partial<UserSettings>; label: string }>([
  ['day', { settings: { color_scheme: 3 }, label: 'the light theme' }],
  ['night', { settings: { color_scheme: 2 }, label: 'the dark theme' }],
  ['fluid-width', { settings: { fluid_layout_width: true }, label: 'fluid width' }],
  ['fixed-width', { settings: { fluid_layout_width: false }, label: 'fixed width' }],
])

/** Runs a slash command and says what it did. `ping` does nothing (endpoints, POST /zcommand). */
export async function runCommand(turn: Turn, input: { command: string }): Promise<Change<{ msg: string }>> {
  if (!input.command.startsWith('/')) throw refused('There should be a leading slash in the command.')
  const name = input.command.slice(1).trimEnd()
  if (name === 'ping') return { writes: [], result: { msg: '' } }
  const command = commands.get(name)
  if (command === undefined) throw refused(`No such command: ${name}`)
  const step = await changeValues(turn, command.settings)
  const msg = step === null ? `You have ${command.label} already.` : `Changed to ${command.label}.`
  return { writes: [], ...step, result: { msg } }
}
