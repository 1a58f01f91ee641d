import type { EventReader } from '../../integration'
import { code, escapeInline, lines, link, quote } from '../../markdown'
import type { Payload } from '../../payload'
import { itemContent, itemTopic, type Item } from '../../wording/item'
import { issue, mergeRequest } from './items'
import { actor, project, topicOf, who } from './project'

const onItem = (payload: Payload, item: Item) => ({
  topic: itemTopic(project(payload), item),
  content: itemContent(
    { actor: actor(payload), verb: 'commented on', text: payload.text('object_attributes.note') },
    { ...item, url: payload.text('object_attributes.url') },
  ),
})

/** A comment on something that is no item of a list. `what` is Markdown. */
const onOther = (payload: Payload, topic: string, what: string) => ({
  topic: topicOf(payload, topic),
  content: lines(
    `${who(payload)} ${link('commented', payload.text('object_attributes.url'))} on ${what}:`,
    quote(payload.text('object_attributes.note')),
  ),
})

/** A comment. Its type is a word such as `MergeRequest`. */
export const note: EventReader = (payload) => {
  const action = payload.text('object_attributes.action')
  if (action === 'update' || payload.flag('object_attributes.system')) return 'not_shown'
  switch (payload.text('object_attributes.noteable_type').toLowerCase()) {
    case 'mergerequest':
      return onItem(payload, mergeRequest(payload, 'merge_request'))
    case 'issue':
    case 'workitem':
      return onItem(payload, issue(payload, 'issue'))
    case 'commit': {
      const id = payload.firstText('commit.id', 'object_attributes.commit_id').slice(0, 10)
      return onOther(payload, `commit ${id}`, `the commit ${code(id)}`)
    }
    case 'snippet': {
      const title = payload.text('snippet.title')
      return onOther(payload, `snippet ${title}`, `the snippet ${escapeInline(title)}`)
    }
    default:
      return 'unknown'
  }
}
