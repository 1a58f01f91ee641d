import type { Message } from '../../../../client'
import { additionsOf, isObject, isText, listOf, maxAdditions } from './additions'

interface Task {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly isDone: boolean
}

interface Todo {
  /** Usually empty. */
  readonly title: string
  readonly tasks: readonly Task[]
  /** How many tasks are not shown. */
  readonly hidden: number
  /** The number of the user's next task. */
  readonly next: number
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The title behind `/todo` and the tasks below it, in the HTML of a message; empty if it begins in another way. */
function linesOf(html: string): readonly string[] {
  const text = html
    .replaceAll(/\n/g, ' ')
    .replaceAll(/<br ?\/?>|<\/(?:p|li)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
  if (!/^\/todo(?=\s|$)/.test(text)) return []
  const [title, ...tasks] = text.slice('/todo'.length).split('\n')
  return [title!.trim(), ...tasks.map((task) => task.trim()).filter(Boolean)]
}

/** The to-do list in a message, read as all clients do; null if the message is no to-do list (endpoints, Submessage). */
export function todoOf(message: Message, user_id: number): Todo | null {
  const [first, ...rest] = additionsOf(message)
  if (first?.value['widget_type'] !== 'todo') return null
  const given = isObject(first.value['extra_data']) ? first.value['extra_data'] : {}
  const { task_list_title } = given
  const tasks = new Map<string, Task>()
  const names = new Set<string>()
  let next = 1

  function addTask(by: number | 'canned', number: unknown, task: unknown, desc: unknown): void {
    if (!(Number.isInteger(number) || isText(number)) || !isText(task)) return
    if (by === user_id && Number.isSafeInteger(number)) next = Math.max(next, Number(number) + 1)
    // Each name only once: two people may add the same task at the same time.
    if (names.has(task)) return
    names.add(task)
    const key = `${String(number)},${by}`
    tasks.set(key, { key, name: task, description: isText(desc) ? desc.trim() : '', isDone: false })
  }

  // The server passes on neither the title nor the tasks in the text of the message.
  const [titleOfText = '', ...tasksOfText] = first.value['extra_data'] === null ? linesOf(message.content) : []
  for (const [index, task] of tasksOfText.entries()) addTask('canned', index, task, '')
  for (const [index, task] of listOf(given['tasks']).entries())
    if (isObject(task)) addTask('canned', index, task['task'], task['desc'])
  for (const { sender_id, value } of rest) {
    const { type, key } = value
    if (type === 'new_task') addTask(sender_id, key, value['task'], value['desc'])
    const task = type === 'strike' && isText(key) ? tasks.get(key) : undefined
    if (task !== undefined) tasks.set(task.key, { ...task, isDone: !task.isDone })
  }
  const all = [...tasks.values()]
  return {
    title: isText(task_list_title) ? task_list_title.trim() : titleOfText,
    tasks: all.slice(0, maxAdditions),
    hidden: Math.max(0, all.length - maxAdditions),
    next,
  }
}
