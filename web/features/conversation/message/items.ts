import {
  AlarmClock,
  CheckCheck,
  CodeXml,
  Copy,
  Forward,
  History,
  Link,
  MailOpen,
  MoveRight,
  Pencil,
  SmilePlus,
  TextQuote,
  Trash2,
  type IconNode,
} from 'lucide'
import type { Message } from '../../../../client'
import { texts } from '../../../i18n'
import type { Session } from '../../../session/open'
import type { MenuItem } from '../../../ui'
import { isAllowed, runMessageAction, type MessageActionName } from './message-actions'

/** The menu of a message, except for what its toolbar has buttons for, with the names of the texts. */
const menu = [
  ['edit', 'edit', Pencil],
  ['quote', 'quote', TextQuote],
  ['forward', 'forward', Forward],
  ['copyLink', 'copyLink', Link],
  ['copyText', 'copyText', Copy],
  ['remind', 'remind', AlarmClock],
  ['unreadFrom', 'markUnread', MailOpen],
  ['move', 'move', MoveRight],
  ['history', 'history', History],
  ['source', 'source', CodeXml],
  ['reactions', 'reactions', SmilePlus],
  ['readers', 'viewReaders', CheckCheck],
  ['delete', 'delete', Trash2],
] as const satisfies readonly (readonly [MessageActionName, keyof typeof texts.messageActions, IconNode])[]

/** The menu of a message: what the user may do. `selected` returns selected text. */
export const itemsFor = (message: Message, session: Session, selected: () => string): readonly MenuItem[] =>
  menu
    .filter(([action]) => isAllowed(action, message, session.store))
    .map(([action, text, icon]) => ({
      name: texts.messageActions[text],
      icon,
      onChoose: () => void runMessageAction(action, session, message.id, selected()),
    }))
