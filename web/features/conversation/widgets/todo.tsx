import type { Message } from '../../../../client'
import { texts } from '../../../i18n'
import { useAdd } from './add'
import { Adding } from './adding'
import type { todoOf } from './todo-of'

interface TodoProps {
  readonly message: Message
  readonly todo: NonNullable<ReturnType<typeof todoOf>>
}

/** Tasks that everybody can add and check off. */
export function Todo({ message, todo: { title, tasks, hidden, next } }: TodoProps) {
  const add = useAdd(message)
  const t = texts.widgets
  const name = title === '' ? t.todo : title
  return (
    <div class="widget" role="group" aria-label={name}>
      <p class="title">
        <strong dir="auto">{name}</strong>
      </p>
      {tasks.length === 0 && <p class="hint">{t.noTasks}</p>}
      <ul>
        {tasks.map(({ key, name: task, description, isDone }) => (
          <li key={key}>
            <label class="task">
              {/* The checkbox shows the state of the message, not that of the click. */}
              <input
                type="checkbox"
                checked={isDone}
                disabled={add === null}
                onChange={({ currentTarget }) => {
                  currentTarget.checked = isDone
                  add?.({ type: 'strike', key })
                }}
              />
              <span>
                <bdi class="name">{task}</bdi>
                {description !== '' && <bdi class="description">{description}</bdi>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="hint">{t.moreTasks(hidden)}</p>}
      {add !== null && (
        <Adding
          fields={[t.newTask, t.description]}
          isTaken={([text]) => tasks.some((task) => task.name === text)}
          onAdd={([task, desc]) => add({ type: 'new_task', key: next, task, desc, completed: false })}
        />
      )}
    </div>
  )
}
