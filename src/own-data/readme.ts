/** `README.txt` of an archive of a person's own data. */
export const ownReadme = (
  organization: string,
): string => `This is your data in the organization “${organization}”, made by Rivulet for you alone.

manifest.json        how many of each there are; written last
users/               your account with its settings, profile, status and alert words; your bots, without their keys; and the
                     names of those with whom you write privately
profile_fields/      the fields that profiles have
user_groups/         groups that you were added to
streams/, subscriptions/, muted_topics/, muted_users/
                     what you follow and what you muted
bots/                settings and storage of your bots
conversations/       your private conversations and who is in them
invitations/         open invitations that you made
emoji/               custom emoji that you added
files/, files/uploads/
                     files that you and your bots uploaded; “link” is how messages name them. “file” is null for those that
                     the server has lost, or that its space for your files had no room for: get these by their links
drafts/, scheduled_messages/
                     what you wrote and did not send yet
marks/               stars and other flags of messages
reactions/           your reactions to messages
stream_messages/     messages that you sent to streams, as far as you can still read them
private_messages/    your private conversations as you see them, with what others wrote there

A file that ends in .ndjson has one JSON object in each line. The file of the same name that ends in .md has the same messages
for people to read. Ids are those within the organization, and times are UNIX seconds. Reactions are those to the newest 100,000
messages of the organization. What others wrote in streams is not in here, and neither are passwords, keys and tokens.
Others trusted you with what they wrote to you privately: keep this archive safe.
`
