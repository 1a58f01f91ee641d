import { useSignal } from '@preact/signals'
import { LogOut, Pencil, Send, Star, Trash2 } from 'lucide'
import { Dialog } from './dialog'
import { Field } from './form'
import { Avatar, Button, EmptyState, Icon, IconButton, ListBox, Menu, optionId, showToast, Toasts } from './index'
import './gallery.css'

const people = [
  'Ada Park',
  'Bo Lindqvist',
  'نور الدين',
  'x',
  'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenheim',
]

/** All components of `ui/` in all states, for developers: `/parts` under `npm run web`. */
export function Gallery() {
  const isOpen = useSignal(false)
  const active = useSignal(1)
  return (
    <main class="exhibition">
      <h1>Parts</h1>
      <section>
        <h2>Buttons</h2>
        {(['main', 'other', 'quiet'] as const).map((kind) => (
          <p key={kind}>
            <Button kind={kind}>{kind}</Button>
            <Button kind={kind} icon={Send}>
              With a drawing
            </Button>
            <Button kind={kind} disabled>
              Disabled
            </Button>
          </p>
        ))}
        <p>
          <IconButton icon={Star} name="Star" />
          <IconButton icon={Star} name="Star, disabled" disabled />
        </p>
      </section>
      <section>
        <h2>Menu, dialog, toast</h2>
        <p>
          <Menu
            name="More actions"
            items={[
              { name: 'Edit', icon: Pencil, onChoose: () => showToast('Edited.') },
              { name: 'Delete', icon: Trash2, onChoose: () => showToast('Deleted.') },
              { name: 'Without a drawing', onChoose: () => showToast('Chosen.') },
            ]}
          >
            <Icon of={LogOut} />
          </Menu>
          <Button onClick={() => (isOpen.value = true)}>Open the dialog</Button>
          <Button onClick={() => showToast('A toast says something for a while.')}>Say something</Button>
          <Button
            onClick={() => showToast('It can be taken back.', { name: 'Undo', onChoose: () => showToast('Undone.') })}
          >
            Do something
          </Button>
        </p>
        {isOpen.value && (
          <Dialog title="A dialog" onClose={() => (isOpen.value = false)}>
            <p>It closes by Escape, by the cross and by a click beside it.</p>
          </Dialog>
        )}
      </section>
      <section>
        <h2>Text boxes</h2>
        <Field label="Email" name="email" autocomplete="off" maxLength={254} />
        <Field label="Password" isSecret name="password" autocomplete="off" maxLength={200} />
      </section>
      <section>
        <h2>List box</h2>
        <input
          class="finder"
          role="combobox"
          aria-label="Find somebody"
          aria-expanded="true"
          aria-controls="people"
          aria-activedescendant={optionId('people', active.value)}
          onKeyDown={({ key }) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0
            active.value = (active.value + step + people.length) % people.length
          }}
        />
        <ListBox
          id="people"
          name="People"
          items={people}
          keyOf={(name) => name}
          active={active.value}
          onChoose={(name) => (active.value = people.indexOf(name))}
        >
          {(name) => (
            <>
              <Avatar user_id={people.indexOf(name)} name={name} size={20} />
              {name}
            </>
          )}
        </ListBox>
      </section>
      <section>
        <h2>Avatars</h2>
        <p>
          {people.map((name, index) => (
            <Avatar key={name} user_id={index * 3} name={name} size={20 + 8 * index} />
          ))}
          <Avatar user_id={7} name="With a picture" picture="/icon.svg" size={40} />
        </p>
      </section>
      <section>
        <h2>Nothing to show</h2>
        <EmptyState
          drawing="boat"
          title="Nothing is here"
          advice="A sentence says what one can do about that, and a button does it."
        >
          <Button kind="main">Do it</Button>
        </EmptyState>
      </section>
      <Toasts />
    </main>
  )
}
