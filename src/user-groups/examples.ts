import { ids, type Examples } from '../examples'

const pilots = 4008

/** A group that every organization has. */
const systemGroup = (id: number, name: string, description: string, members: number[]) => ({
  id,
  name: `@role:${name}`,
  description,
  members,
  is_system_group: true,
})

export const examples: Examples = {
  createUserGroup: {
    params: { name: 'pilots', description: 'Bring ships in', members: [ids.ada, ids.bo] },
    answer: {},
  },
  getUserGroups: {
    answer: {
      user_groups: [
        systemGroup(4001, 'owners', 'Owners of this organization', [ids.olga]),
        systemGroup(4002, 'administrators', 'Administrators of this organization, owners included', []),
        systemGroup(4003, 'moderators', 'Moderators of this organization, administrators included', []),
        systemGroup(4004, 'fullmembers', 'Members of this organization who are no longer new, moderators included', [
          ids.ada,
          ids.bo,
          ids.tideBot,
        ]),
        systemGroup(4005, 'members', 'Members of this organization, new ones and moderators included', [
          ids.ada,
          ids.bo,
          ids.tideBot,
        ]),
        systemGroup(4006, 'everyone', 'Everyone in this organization, guests included', []),
        systemGroup(4007, 'internet', 'Everyone on the Internet', []),
        {
          id: pilots,
          name: 'pilots',
          description: 'Bring ships in',
          members: [ids.ada, ids.bo],
          is_system_group: false,
        },
      ],
    },
  },
  updateUserGroup: { params: { group_id: pilots, description: 'Bring ships in and out' }, answer: {} },
  updateUserGroupMembers: { params: { group_id: pilots, add: [ids.olga], delete: [ids.bo] }, answer: {} },
  deleteUserGroup: { params: { group_id: pilots }, answer: {} },
}
