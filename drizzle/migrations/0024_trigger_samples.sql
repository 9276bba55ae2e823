CREATE TABLE "trigger_samples" (
	"trigger_id" text PRIMARY KEY NOT NULL,
	"listening_until" timestamp with time zone,
	"starts_run" boolean DEFAULT false NOT NULL,
	"received_at" timestamp with time zone,
	"payload" json,
	"shortened" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trigger_samples" ADD CONSTRAINT "trigger_samples_trigger_id_triggers_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."triggers"("id") ON DELETE cascade ON UPDATE no action;