import type { Message } from '../../../../client'
import { texts } from '../../../i18n'
import { Dialog } from '../../../ui/dialog'
import { EmojiDrawing } from '../../emoji'
import { PeopleList } from './people'
import { grouped } from './reactions'

/** A dialog with those who reacted to a message, by emoji. */
export const Reactors = ({ message, onClose }: { message: Message; onClose: () => void }) => (
  <Dialog title={texts.messageActions.whoReacted} onClose={onClose}>
    {grouped(message).map(({ key, emoji, user_ids }) => (
      <section key={key} class="reactors">
        <h3>
          <EmojiDrawing of={emoji} />
          {texts.messageActions.reactors(emoji.emoji_name, user_ids.length)}
        </h3>
        <PeopleList ids={user_ids} />
      </section>
    ))}
  </Dialog>
)
