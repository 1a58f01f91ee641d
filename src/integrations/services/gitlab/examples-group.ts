import type { Example } from '../../example'

const group = {
  group_name: 'Tidewater',
  group_path: 'tidewater',
  user_name: 'Bo Li',
  user_username: 'bo',
  group_access: 'Developer',
}
const inGroup = (event_name: string, payload: object): Pick<Example, 'payload'> => ({
  payload: { event_name, ...payload },
})

export const groupExamples: readonly Example[] = [
  {
    title: 'Somebody joins a group',
    ...inGroup('user_add_to_group', group),
    message: { topic: 'Tidewater', content: '**Bo Li** joined the group **Tidewater** as **developer**.' },
  },
  {
    title: 'Somebody leaves a group',
    ...inGroup('user_remove_from_group', group),
    message: { topic: 'Tidewater', content: '**Bo Li** left the group **Tidewater**.' },
  },
  {
    title: 'Somebody gets another role in a group',
    ...inGroup('user_update_for_group', group),
    message: {
      topic: 'Tidewater',
      content: 'The access of **Bo Li** to the group **Tidewater** changed to **developer**.',
    },
  },
  {
    title: 'Somebody asks for access to a group',
    ...inGroup('user_access_request_to_group', group),
    message: { topic: 'Tidewater', content: '**Bo Li** asks for access to the group **Tidewater**.' },
  },
  {
    title: 'A subgroup is created',
    ...inGroup('subgroup_create', { name: 'Roses', full_path: 'tidewater/roses', parent_name: 'Tidewater' }),
    message: { topic: 'Tidewater', content: 'The subgroup **tidewater/roses** was created.' },
  },
  {
    title: 'A subgroup is deleted',
    ...inGroup('subgroup_destroy', { name: 'Roses', full_path: 'tidewater/roses', parent_name: 'Tidewater' }),
    message: { topic: 'Tidewater', content: 'The subgroup **tidewater/roses** was deleted.' },
  },
  {
    title: 'A project is created',
    ...inGroup('project_create', { name: 'garden', path_with_namespace: 'tidewater/garden' }),
    message: { topic: 'garden', content: 'The project **tidewater/garden** was created.' },
  },
  {
    title: 'A project is deleted',
    ...inGroup('project_destroy', { name: 'garden', path_with_namespace: 'tidewater/garden' }),
    message: { topic: 'garden', content: 'The project **tidewater/garden** was deleted.' },
  },
]
