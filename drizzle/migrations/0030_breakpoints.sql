CREATE TABLE "debug_settings" (
	"pipeline_id" text PRIMARY KEY NOT NULL,
	"breakpoints" json NOT NULL,
	"pause_on_failure" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "debug_settings" ADD CONSTRAINT "debug_settings_pipeline_id_pipelines_id_fk" FOREIGN KEY ("pipeline_id") REFERENCES "public"."pipelines"("id") ON DELETE cascade ON UPDATE no action;