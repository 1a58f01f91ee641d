import type { ComponentChildren } from 'preact'
import type { Message } from '../../../../client'
import { useStore } from '../../../session/context'
import { Poll } from './poll'
import { pollOf } from './poll-of'
import { Todo } from './todo'
import { todoOf } from './todo-of'
import './widgets.css'

interface WidgetProps {
  readonly message: Message
  /** The text of the message, shown if the widget is unknown. */
  readonly children: ComponentChildren
}

/** A message with additions: a poll, a to-do list, or just its text. */
export function Widget({ message, children }: WidgetProps) {
  const { user_id } = useStore()
  const poll = pollOf(message, user_id)
  if (poll !== null) return <Poll message={message} poll={poll} />
  const todo = todoOf(message, user_id)
  return todo === null ? <>{children}</> : <Todo message={message} todo={todo} />
}
