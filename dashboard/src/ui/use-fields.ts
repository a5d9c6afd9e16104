import { type ChangeEvent, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never
}[keyof Values]

/** The values of a form's fields, and the props of each field. */
export function useFields<Values extends object>(initial: Values) {
  const [first, setFirst] = useState(initial)
  const [values, setValues] = useState(initial)
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const setOne = (name: keyof Values, value: unknown) =>
    setValues((before) => ({ ...before, [name]: value }))
  return {
    values,
    set,
    /** Whether something would be lost without the form. */
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
    /** Begins again, with other values if they are given. */
    restart(next: Values = first) {
      setFirst(next)
      setValues(next)
    },
    /** For a field of text, a date or a select. */
    text: (name: NameOf<Values, string>) => ({
      value: values[name] as string,
      onChange: ({ currentTarget }: ChangeEvent<Field>) => setOne(name, currentTarget.value),
    }),
    /** For a field that reports its value: a number, a group of choices. */
    choice: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => setOne(name, value),
    }),
    check: (name: NameOf<Values, boolean>) => ({
      checked: values[name] as boolean,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        setOne(name, currentTarget.checked),
    }),
  }
}
