import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Choice, Field } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Secret } from "../ui/Secret.tsx"
import { Table } from "../ui/Table.tsx"
import { RemoveButton } from "./RemoveButton.tsx"

type MemberList = Answer<"GET /v1/members">
type Member = MemberList["items"][number]

const useRoles = () => {
  const { roles } = useAppText().organization.members
  return [["member", roles.member] as const, ["owner", roles.owner] as const]
}

const roleOf = (chosen: unknown): Member["role"] => (chosen === "owner" ? "owner" : "member")

const Role = ({ member, onChange }: { member: Member; onChange(): void }) => {
  const { ask, isOwner } = useSession()
  const { members } = useAppText().organization
  const options = useRoles()
  const change = useAction(async (role: Member["role"]) => {
    await ask("PATCH /v1/members/{id}", { params: { id: member.id }, body: { role } })
    onChange()
  })
  if (!isOwner) return members.roles[member.role]
  return (
    <>
      <select
        aria-label={`${members.role}: ${member.email}`}
        value={member.role}
        disabled={change.isBusy}
        onChange={event => change.run(roleOf(event.target.value))}
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Problem message={change.message} />
    </>
  )
}

const List = ({ list, onChange }: { list: MemberList; onChange(): void }) => {
  const text = useAppText()
  const { ask, isOwner } = useSession()
  const { format } = useSettings()
  const { members } = text.organization
  const rows = list.items.map(member => ({
    key: member.id,
    cells: [
      <>
        <Name>{member.email}</Name>{" "}
        {member.mustChangePassword ? <span className="badge">{members.pending}</span> : null}
      </>,
      <Role key="role" member={member} onChange={onChange} />,
      format.date(member.createdAt),
      isOwner ? (
        <RemoveButton
          key="remove"
          name={member.email}
          onRemove={() => ask("DELETE /v1/members/{id}", { params: { id: member.id } })}
          onDone={onChange}
        />
      ) : null,
    ],
  }))
  const head = [members.email, members.role, members.since, text.actions]
  return <Table label={text.organization.tabs.members} head={head} rows={rows} words={3} isListing />
}

const NewMember = ({ onCreated }: { onCreated(): void }) => {
  const { ask } = useSession()
  const text = useAppText()
  const { members } = text.organization
  const options = useRoles()
  const [newMember, setNewMember] = useState<Answer<"POST /v1/members">>()
  const create = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const body = { email: String(data.get("email")), role: roleOf(data.get("role")) }
    setNewMember(await ask("POST /v1/members", { body }))
    form.reset()
    onCreated()
  })
  const onSubmit = submitted(create.run)
  return (
    <form className="card stack" onSubmit={onSubmit}>
      <h2>{members.new}</h2>
      <div className="fields">
        <Field label={members.email} name="email" type="email" required maxLength={320} />
        <Choice label={members.role} name="role" options={options} />
        <div className="field act">
          <button type="submit" className="primary" disabled={create.isBusy}>
            {text.add}
          </button>
        </div>
      </div>
      <Problem message={create.message} />
      {newMember ? <Secret label={`${newMember.email}: ${members.password}`} value={newMember.password} /> : null}
    </form>
  )
}

/** Members who may log in. */
export const Members = () => {
  const { ask, isOwner } = useSession()
  const text = useAppText()
  const members = useLoad(useCallback(signal => ask("GET /v1/members", { query: { limit: 100 }, signal }), [ask]))
  return (
    <>
      {isOwner ? <NewMember onCreated={members.reload} /> : <p className="muted">{text.ownersOnly}</p>}
      <div className="card">
        <Async loaded={members}>{list => <List list={list} onChange={members.reload} />}</Async>
      </div>
    </>
  )
}
