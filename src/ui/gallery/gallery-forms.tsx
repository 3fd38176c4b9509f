import { MapPin } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { CheckChips, ChoiceChips } from '#ui/fields/choice-chips.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { MeasureField } from '#ui/fields/measure-field.tsx';
import { MissingSummary } from '#ui/feedback/missing-summary.tsx';
import { NameListField } from '#ui/fields/name-list-field.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { FieldProgress } from '#ui/feedback/field-progress.tsx';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { FormSection } from '#ui/layout/form-section.tsx';
import { Select } from '#ui/fields/select.tsx';
import { AutocompleteField } from '#ui/fields/autocomplete-field.tsx';
import { GalleryBlock } from './gallery-block.tsx';

const entries = ['Shore', 'Boat', 'Pier', 'Pool'].map((label) => ({ id: label.toLowerCase(), label }));

export function Fields() {
  const [entry, setEntry] = useState<string | null>('shore');
  const [buddy, setBuddy] = useState<string | null>(null);
  return (
    <GalleryBlock title="Fields">
      <div className="g3">
        <MeasureField
          label="Max depth"
          unit="m"
          defaultValue="41.3"
          warn="That’s deeper than 40 m. You can still save it."
        />
        <MeasureField label="Bottom time" unit="min" defaultValue="43" />
        <Field label="Instructor number" defaultValue="402819" wrong="Invalid Instructor Number" />
        <Field label="Location" defaultValue="Harbour Gully, St Abbs" end={<MapPin size={18} aria-hidden="true" />} />
        <PasswordField
          label="Password"
          labelEnd={<a href="#main">Forgot password?</a>}
          defaultValue="Diver123"
          showLabel="Show"
          hideLabel="Hide"
        />
        <Field label="Date" type="date" defaultValue="2026-11-14" optional="optional" hint="The day you went in" />
        <Select label="Dive type" choices={entries} value={entry} onChange={setEntry} placeholder="Select" />
        <ComboBox
          label="Entry"
          choices={entries}
          value={buddy}
          onChange={setBuddy}
          empty="Nothing fits"
          openLabel="Open the list"
          placeholder="Type or choose"
        />
        <TextAreaField label="Notes" placeholder="What you saw" />
      </div>
    </GalleryBlock>
  );
}

const sites = ['Harbour Gully', 'Harbour Wall', 'West Hurker'].map((label) => ({ id: label, label }));

export function Choosing() {
  const [feeling, setFeeling] = useState<string | null>('Great');
  const [extras, setExtras] = useState<readonly string[]>(['Hood']);
  const [site, setSite] = useState('Harbour');
  const [buddies, setBuddies] = useState<readonly string[]>(['Ida Lindqvist']);
  const options = (names: string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <GalleryBlock title="Chips to choose from, suggestions, names">
      <div className="demo">
        <ChoiceChips
          legend="Feeling"
          options={options(['Amazing', 'Great', 'Good', 'Fair', 'Poor'])}
          value={feeling}
          onChange={setFeeling}
        />
        <CheckChips legend="Worn" options={options(['Hood', 'Gloves', 'Boots'])} values={extras} onChange={setExtras} />
        <AutocompleteField
          label="Dive site"
          value={site}
          onChange={setSite}
          choices={sites.filter(({ label }) => label.startsWith(site))}
        />
        <NameListField
          label="Buddies"
          names={buddies}
          onChange={setBuddies}
          max={3}
          maxLength={80}
          addLabel="Add"
          removeLabel={(name) => `Remove ${name}`}
          full="Three are enough for a picture"
        />
      </div>
    </GalleryBlock>
  );
}

export function FormParts() {
  const [open, setOpen] = useState<string>('general');
  const toggle = (id: string) => () => setOpen(open === id ? '' : id);
  return (
    <GalleryBlock title="Form: save state, what is missing, sections">
      <div className="demo">
        <SaveIndicator state="saved">Saved 10:42</SaveIndicator>
        <MissingSummary
          title="Required fields missing in:"
          onJump={() => setOpen('general')}
          items={[{ fieldId: 'instructor', section: 'General', text: 'Enter an instructor' }]}
        />
        <div>
          <FormSection
            title="General"
            completion={{ missing: 1 }}
            note="1 field missing"
            pips={<FieldProgress filled={4} missing={1} label="4 of 5" />}
            isOpen={open === 'general'}
            onToggle={toggle('general')}
          >
            <Field label="Title" defaultValue="Night dive at Harbour Gully" />
            <Field
              id="instructor"
              label="Instructor number"
              placeholder="6-digit number on their card"
              wrong="Enter an instructor"
            />
          </FormSection>
          <FormSection
            title="Skills"
            completion="complete"
            note="2 of 2 done"
            pips={<FieldProgress filled={2} label="2 of 2" />}
            isOpen={open === 'skills'}
            onToggle={toggle('skills')}
          >
            <div>
              <Checkbox label="Primary and backup light check" defaultChecked />
              <Checkbox label="Light signals with your buddy" defaultChecked />
            </div>
          </FormSection>
          <FormSection
            title="Conditions"
            completion="some"
            note="Salt · ocean · 11 °C · visibility 8 m"
            isOpen={open === 'conditions'}
            onToggle={toggle('conditions')}
          >
            <Checkbox label="I read this" wrong="Tick this to continue" />
          </FormSection>
          <FormSection
            title="Experience"
            completion="empty"
            note="Feeling, buddies, notes, photos"
            isOpen={open === 'experience'}
            onToggle={toggle('experience')}
          >
            <TextAreaField label="Notes" />
          </FormSection>
        </div>
      </div>
    </GalleryBlock>
  );
}
