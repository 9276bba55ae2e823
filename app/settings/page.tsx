import { redirect } from 'next/navigation';

/** Settings begin with the secrets. */
export default function SettingsPage() {
  redirect('/settings/secrets');
}
